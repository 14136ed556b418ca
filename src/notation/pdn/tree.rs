//! A game with its variations and remarks: what a record tells beside its main line, move by move.
//!
//! Everything is kept. What can't be played (a variation with a wrong move, the moves behind one in the main line) becomes a
//! remark on the move where it stands, word for word.

use super::replay::{Line, Replay, move_number};
use super::text::tidy;
use super::writer::{write_pdn, write_record};
use super::{DEEPEST, Item, Record, parse};
use crate::notation::write_move_among;
use crate::rules::{Game, Move, Position};

/// A move, or the start, with what is written about it and what was played from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Node {
    played: Option<Move>,
    /// Remarks that stand before the move, at the beginning of a variation.
    before: Vec<Item>,
    /// Remarks and signs behind the move.
    behind: Vec<Item>,
    /// The moves from here, the main one first.
    next: Vec<usize>,
}

/// A game with its variations and remarks.
///
/// ```
/// use damka::notation::pdn::{Tree, parse, replay, write_tree};
///
/// let record = &parse("1. 32-28 {why?} 19-23 (1. ... 18-23 $2 2. 38-32) 2. 28x19 *")[0];
/// let replay = replay(record);
/// let tree = Tree::of(record, &replay);
/// assert_eq!(tree.lines(10).len(), 2);
/// let text = write_tree(&replay.game, &tree, &[]);
/// assert!(text.ends_with("1. 32-28 {why?} 1. ... 19-23 (1. ... 18-23 $2 2. 38-32) 2. 28x19 *\n"), "{text}");
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    /// The first one is the start.
    nodes: Vec<Node>,
    game: Game,
}

impl Tree {
    /// The tree of a game: its moves up to now.
    pub fn new(game: &Game) -> Self {
        let mut tree = Self { nodes: vec![Node::default()], game: Game::from_position(*game.start()) };
        tree.add_line(game.moves());
        tree
    }

    /// The tree of a record whose main line was replayed.
    pub fn of(record: &Record, replay: &Replay) -> Self {
        let mut tree = Self::new(&Game::from_position(*replay.game.start()));
        tree.add_line(replay.game.all_moves());
        tree.walk(&record.items, replay.game.all_moves(), 0, *replay.game.start());
        tree
    }

    /// Adds a line from the start; a move that is there already is not added again.
    pub fn add_line(&mut self, line: &[Move]) {
        let mut at = 0;
        for m in line {
            at = self.child(at, m);
        }
    }

    /// Adds all lines and remarks of another tree from the same start. Remarks that are there already are not added again.
    pub fn add(&mut self, other: &Self) {
        let mut open = vec![(0, 0)];
        while let Some((here, there)) = open.pop() {
            let node = &other.nodes[there];
            for (own, items) in [(true, &node.before), (false, &node.behind)] {
                let list = if own { &mut self.nodes[here].before } else { &mut self.nodes[here].behind };
                if !list.ends_with(items) {
                    list.extend(items.iter().cloned());
                }
            }
            for &next in &node.next {
                if let Some(m) = &other.nodes[next].played {
                    let here = self.child(here, m);
                    open.push((here, next));
                }
            }
        }
    }

    /// All lines from the start to an end, the main line first; of a great many, so many.
    pub fn lines(&self, most: usize) -> Vec<Vec<Move>> {
        let mut lines = Vec::new();
        self.each_line(|node, line| {
            if node.next.is_empty() {
                lines.push(line.to_vec());
            }
            lines.len() < most
        });
        lines
    }

    /// The moves that have remarks or signs, each by its line from the start (an empty one for the start), with these; of a
    /// great many, so many.
    pub fn remarks(&self, most: usize) -> Vec<(Vec<Move>, Vec<&Item>)> {
        let mut remarks = Vec::new();
        self.each_line(|node, line| {
            let items: Vec<&Item> = node.before.iter().chain(&node.behind).collect();
            if !items.is_empty() {
                remarks.push((line.to_vec(), items));
            }
            remarks.len() < most
        });
        remarks
    }

    /// Visits each move with the line that leads to it, the main line first, as long as the visitor wants more.
    fn each_line<'a>(&'a self, mut visit: impl FnMut(&'a Node, &[Move]) -> bool) {
        let mut line: Vec<Move> = Vec::new();
        // Where to go on, and how many moves lead there.
        let mut open = vec![(0, 0)];
        while let Some((at, length)) = open.pop() {
            let node = &self.nodes[at];
            line.truncate(length);
            line.extend(node.played.clone());
            if !visit(node, &line) {
                return;
            }
            open.extend(node.next.iter().rev().map(|next| (*next, line.len())));
        }
    }

    fn child(&mut self, at: usize, m: &Move) -> usize {
        let same = |next: &&usize| self.nodes[**next].played.as_ref().is_some_and(|own| own.same_as(m));
        if let Some(next) = self.nodes[at].next.iter().find(same) {
            return *next;
        }
        let next = self.nodes.len();
        self.nodes.push(Node { played: Some(m.clone()), ..Node::default() });
        self.nodes[at].next.push(next);
        next
    }

    /// Takes over what stands in a line that begins behind a node, and of whose moves these are legal.
    fn walk(&mut self, items: &[Item], played: &[Move], stem: usize, start: Position) {
        // Where the line stands, and one move before.
        let (mut now, mut before) = ((stem, start), None);
        let mut moves = played.iter();
        for (i, item) in items.iter().enumerate() {
            match item {
                Item::Number { .. } => {}
                Item::Move(_) => {
                    let Some(m) = moves.next() else {
                        self.nodes[now.0].behind.extend(unplayed(&items[i..]));
                        return;
                    };
                    before = Some(now);
                    now = (self.child(now.0, m), now.1.play(m));
                }
                Item::Variation(line) => {
                    if !self.variation(line, before, now) {
                        self.nodes[now.0].behind.extend(unplayed(std::slice::from_ref(item)));
                    }
                }
                remark => self.nodes[now.0].behind.push(remark.clone()),
            }
        }
    }

    /// A variation replaces the last move; where its first move is not legal there it goes on from it, as some write them.
    fn variation(
        &mut self,
        items: &[Item],
        before: Option<(usize, Position)>,
        now: (usize, Position),
    ) -> bool {
        let texts: Vec<&str> = items
            .iter()
            .filter_map(|item| if let Item::Move(text) = item { Some(text.as_str()) } else { None })
            .collect();
        for (stem, start) in before.into_iter().chain([now]) {
            let line = Line::play(Game::from_position(start), &texts);
            if !line.game.is_empty() {
                let played = line.game.all_moves();
                let first = items.iter().position(|item| matches!(item, Item::Move(_))).unwrap_or(0);
                let remarks = items[..first].iter().filter(|item| !matches!(item, Item::Number { .. }));
                let child = self.child(stem, &played[0]);
                self.nodes[child].before.extend(remarks.cloned());
                self.walk(&items[first..], played, stem, start);
                return true;
            }
        }
        false
    }

    /// The movetext.
    pub fn items(&self) -> Vec<Item> {
        let mut items = self.nodes[0].behind.clone();
        items.extend(self.written(0, (*self.game.start(), 0), 0, true));
        items
    }

    /// What goes on from a node: its position and plies from the start, how deep in brackets it is, and whether a move of
    /// the side that moves second needs its number.
    fn written(
        &self,
        mut at: usize,
        (mut position, mut ply): (Position, usize),
        depth: usize,
        mut number_due: bool,
    ) -> Vec<Item> {
        let variant = self.game.variant();
        let mut items = Vec::new();
        while let [main, others @ ..] = &self.nodes[at].next[..] {
            let legal = position.legal_moves();
            let mut interrupted = false;
            // The main move, and in brackets behind it what else was played.
            for next in std::iter::once(main).chain(others) {
                let node = &self.nodes[*next];
                let Some(m) = &node.played else { continue };
                let mut line = node.before.clone();
                let second = position.turn() != variant.first;
                let alone = next != main;
                if alone || number_due || !second || !line.is_empty() {
                    line.push(Item::Number { number: move_number(&self.game, ply) as u32, second });
                }
                line.push(Item::Move(write_move_among(variant, &legal, m)));
                line.extend(node.behind.iter().cloned());
                let plain = |item: &Item| matches!(item, Item::Mark(_) | Item::Nag(_));
                interrupted |= alone || !node.behind.iter().all(plain);
                if !alone {
                    items.extend(line);
                    continue;
                }
                let due = !node.behind.iter().all(plain);
                line.extend(self.written(*next, (position.play(m), ply + 1), depth + 1, due));
                if depth < DEEPEST {
                    items.push(Item::Variation(line));
                } else {
                    // Nobody could read it as one.
                    items.extend(unplayed(&[Item::Variation(line)]));
                }
            }
            let Some(m) = &self.nodes[*main].played else { break };
            position = position.play(m);
            at = *main;
            ply += 1;
            number_due = interrupted;
        }
        items
    }
}

/// What can't be played, as a remark.
fn unplayed(items: &[Item]) -> Option<Item> {
    let text = write_record(&Record { items: items.to_vec(), ..Record::default() });
    let text = tidy(text.trim_end().trim_end_matches('*')).replace('{', "(").replace('}', ")");
    (!text.is_empty()).then_some(Item::Comment(text))
}

/// Writes a game with its variations and remarks. The tags are treated as [`write_pdn`] does; the main line is the tree's.
pub fn write_tree(game: &Game, tree: &Tree, tags: &[(String, String)]) -> String {
    let text = write_pdn(game, tags);
    let Some(mut record) = parse(&text).into_iter().next() else { return text };
    record.items = tree.items();
    write_record(&record)
}

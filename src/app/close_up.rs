//! A part of a scene from near: for pictures so small that a whole board would show nothing.

use super::scene::{Item, Place, Scene};

/// At least so many rows and columns are shown.
const LEAST: u8 = 4;

/// The smallest square part of the board with everything that is drawn on it: marks and lines.
pub fn close_up(scene: &Scene) -> Scene {
    let mut points: Vec<Place> = Vec::new();
    for item in &scene.items {
        match item {
            Item::Mark { at, .. } | Item::Badge { at, .. } => points.push(*at),
            Item::Path { points: path, .. } => points.extend(path),
            _ => {}
        }
    }
    let bounds = |coordinate: fn(&Place) -> f64| {
        points.iter().map(coordinate).fold((f64::from(scene.size), 0.0f64), |(low, high), n| {
            (low.min(n.floor()), high.max(n.floor() + 1.0))
        })
    };
    let (across, down) = (bounds(|p| p.0), bounds(|p| p.1));
    let size = ((across.1 - across.0).max(down.1 - down.0).max(f64::from(LEAST)) as u8).min(scene.size);
    // In the middle, and never beyond the edge.
    let begin = |(low, high): (f64, f64)| {
        let spare = f64::from(size) - (high - low);
        (low - (spare / 2.0).floor()).max(0.0).min(f64::from(scene.size - size))
    };
    let (left, top) = (begin(across), begin(down));
    let inside = |(x, y): Place| {
        let (x, y) = (x - left, y - top);
        let all = 0.0..f64::from(size);
        (all.contains(&x) && all.contains(&y)).then_some((x, y))
    };
    let items = scene.items.iter().filter_map(|item| {
        let mut item = item.clone();
        match &mut item {
            Item::Square { at, .. }
            | Item::Name { at, .. }
            | Item::Mark { at, .. }
            | Item::Piece { at, .. }
            | Item::Badge { at, .. } => *at = inside(*at)?,
            Item::Path { points, .. } => {
                for point in points {
                    *point = inside(*point)?;
                }
            }
        }
        Some(item)
    });
    Scene { size, items: items.collect(), facing: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, Side};

    #[test]
    fn what_stands_there_is_shown_from_near_and_whole() {
        let piece =
            |x, y| Item::Piece { at: (x, y), piece: Piece::man(Side::White), alpha: 1.0, lifted: false };
        let mut items: Vec<Item> = (0..100u8)
            .map(|n| Item::Square {
                at: (f64::from(n % 10) + 0.5, f64::from(n / 10) + 0.5),
                dark: n % 2 == 0,
            })
            .collect();
        items.extend([piece(9.5, 9.5), piece(7.5, 8.5), piece(0.5, 0.5)]);
        let mark = |x, y| Item::Mark { at: (x, y), mark: super::super::scene::Mark::Lit };
        items.extend([mark(9.5, 9.5), mark(7.5, 8.5)]);
        let near = close_up(&Scene { size: 10, items: items.clone(), facing: None });
        assert_eq!(near.size, 4);
        let kept =
            |scene: &Scene, wanted: fn(&Item) -> bool| scene.items.iter().filter(|i| wanted(i)).count();
        assert_eq!(kept(&near, |i| matches!(i, Item::Square { .. })), 16, "a whole part of the board");
        assert_eq!(kept(&near, |i| matches!(i, Item::Piece { .. })), 2, "what is far from it is left out");
        assert!(near.items.contains(&piece(3.5, 3.5)), "{near:?}");
        items.push(mark(0.5, 0.5));
        let all = Scene { size: 10, items, facing: None };
        assert_eq!(close_up(&all), all, "what is spread over the board shows all of it");
    }
}

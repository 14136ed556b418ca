use super::*;
use crate::rules::*;
/// tmp
pub fn write_move(p: &Position, m: &Move) -> String {
    m.path().iter().map(|s| square_name(p.variant(), *s, Style::Official)).collect::<Vec<_>>().join("-")
}
/// tmp
pub fn parse_move(p: &Position, t: &str) -> Result<Move, String> {
    p.legal_moves().into_iter().find(|m| write_move(p, m) == t).ok_or_else(|| t.to_owned())
}

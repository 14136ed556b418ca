//! The native tool, run as people run it: what it prints, where errors go, and what it ends with.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn damka(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    child.stdin.take().expect("its input").write_all(input.as_ref()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}")))
        .collect()
}

#[test]
fn moves_answers_each_position_with_a_line() {
    let output = damka(&["moves", "--rules", "international"], "W:W28,45,50:B33\n\nB:B1-20:W31-50\n");
    assert!(output.status.success());
    let lines = lines(&output);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["fen"], "W:W28,45,50:B33");
    let only = &lines[0]["moves"][0];
    assert_eq!((only["from"].as_u64(), only["to"].as_u64()), (Some(28), Some(39)));
    assert_eq!((only["path"].to_string(), only["captured"].to_string()), ("[28,39]".into(), "[33]".into()));
    assert_eq!(lines[1]["moves"].as_array().map(Vec::len), Some(9));
}

#[test]
fn squares_are_named_as_the_rule_set_does_or_by_rows() {
    let named = damka(&["moves", "--rules", "polish64"], "W:Wc3:Bd4");
    assert_eq!(lines(&named)[0]["moves"][0]["path"].to_string(), "[\"c3\",\"e5\"]");
    let rows = damka(&["moves", "--rules", "polish64", "--row-numbers"], "W:W22:B18");
    assert_eq!(lines(&rows)[0]["moves"][0]["path"].to_string(), "[22,15]");
    let spanish = damka(&["moves", "--rules", "spanish"], "W:W1-12:B21-32");
    assert_eq!(lines(&spanish)[0]["moves"].as_array().map(Vec::len), Some(7));
}

#[test]
fn a_faulty_line_is_answered_and_the_others_too() {
    let output = damka(&["moves", "--rules", "international"], "W:W77:B1\nW:W50:B1\n");
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    assert!(
        lines[0]["error"].as_str().is_some_and(|e| e.contains("'77'") && e.contains("1-50")),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1]["moves"].as_array().map(Vec::len), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 positions could not be read"));
}

/// Bytes that are no text, ends of lines of other systems, a byte-order mark, no end of the last line.
#[test]
fn odd_bytes_cost_their_own_line_only() {
    let output = damka(
        &["moves", "--rules", "polish64"],
        b"\xef\xbb\xbfW:Wc3:Bd4\r\nW:W\xff:Bd4\n\0\nW:Wb8:Ba1\nW:Wc3:Bd4",
    );
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    let moves = |i: usize| lines[i]["moves"].as_array().map(Vec::len);
    assert_eq!((moves(0), moves(4)), (Some(1), Some(1)), "{lines:?}");
    for (i, word) in [(1, "is not a square"), (2, "'W' or 'B'"), (3, "a1")] {
        assert!(lines[i]["error"].as_str().is_some_and(|e| e.contains(word)), "{}", lines[i]);
    }
}

#[test]
fn a_wrong_command_line_says_what_would_be_right() {
    let output = damka(&["perft", "--rules", "chess", "--depth", "3"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("polish64, international"));
}

#[test]
fn perft_prints_count_and_rate() {
    for arguments in [&["--no-bulk"][..], &[]] {
        let output = damka(&[&["perft", "--rules", "international", "--depth", "6"], arguments].concat(), "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(" 167140 ") && text.contains(" Mleaf/s"), "{text}");
    }
}

/// Another program plays by the Hub protocol; here it is our own.
#[test]
fn a_hub_program_plays_a_match() {
    let hub = format!("hub={},nodes=300", env!("CARGO_BIN_EXE_damka-hub"));
    for rules in ["polish64", "international", "frisian"] {
        let output = damka(&["match", "--rules", rules, "--games", "2", &hub, "random"], "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("+2 =0 -0"), "{rules}: {text}{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn best_finds_the_block_that_wins_at_once() {
    let position = "W:W11,21,35:B6";
    for limit in [["--nodes", "20000"], ["--depth", "4"], ["--time", "200"]] {
        let output =
            damka(&[&["best", "--rules", "international", "--fen", position], &limit[..]].concat(), "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let answer = &lines(&output)[0];
        assert_eq!(answer["move"], "21-17", "{answer}");
        assert_eq!(answer["score"]["win"].as_u64(), Some(1), "{answer}");
        for field in ["depth", "nodes", "pv"] {
            assert!(!answer[field].is_null(), "no {field}: {answer}");
        }
    }
}

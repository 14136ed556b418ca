//! What page and worker say to each other: plain values, as JSON on the way.

use crate::json::Json;

/// What an engine's answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The computer's move.
    Play,
    /// Advice on the position, by the coach.
    Hint,
    /// Why the last move was made, by the coach.
    Explain,
    /// Whether the last move is one to be warned of.
    Check,
    /// What the opponent would do if the side to move passed.
    Threats,
    /// A review of the moves from ply `from` on.
    Review,
    /// The best reply, looked for as long as is needed to refute a wrong move.
    Refute,
    /// The same as [`Threats`](Self::Threats), and which moves lose something.
    Lights,
    /// What the engine thinks of a position that is looked at: value and line, for some time.
    Analyse,
}

impl Purpose {
    /// All, in the order of their numbers.
    const ALL: [Self; Self::Analyse as usize + 1] = [
        Self::Play,
        Self::Hint,
        Self::Explain,
        Self::Check,
        Self::Threats,
        Self::Review,
        Self::Refute,
        Self::Lights,
        Self::Analyse,
    ];
}

/// A question to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineRequest {
    /// Answers to another generation are stale.
    pub generation: u32,
    /// What for.
    pub purpose: Purpose,
    /// The rule set's name.
    pub rules: String,
    /// The position at the start of the game, as FEN by row numbers.
    pub start: String,
    /// The moves since, each as its path by row numbers: the engine replays them and so knows the repetitions.
    pub moves: Vec<Vec<u8>>,
    /// Strength, 1 to 10.
    pub level: u8,
    /// A move may take so many milliseconds, however many nodes that is; 0: the level has its own limits.
    pub longer: u32,
    /// How the opponent likes to play.
    pub style: u8,
    /// The first ply that a review looks at.
    pub from: u32,
}

/// An answer of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineAnswer {
    /// The request that it answers.
    pub generation: u32,
    /// The path of the move, by row numbers.
    pub path: Vec<u8>,
    /// Its value for the side to move, in hundredths of a man; 0 when `ends_in` is known.
    pub centimen: i32,
    /// Plies to the end of the game, when the engine has seen it: positive for a win, negative for a loss.
    pub ends_in: Option<i32>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// The best line, each move as its path by row numbers; its first move need not be the one of `path` at low levels.
    pub line: Vec<Vec<u8>>,
}

/// From the page to the worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToWorker {
    /// Find a move. Whatever was thought about before is dropped.
    Think(EngineRequest),
    /// Answer with the best move so far.
    MoveNow,
    /// Think no more; no answer is wanted.
    Stop,
    /// A question about this rule set may come: make everything ready for it.
    Prepare(String),
}

/// From the worker to the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromWorker {
    /// The worker listens. It speaks first: what is sent before would be lost.
    Ready,
    /// What it would answer by now. Sent several times a second, also as a sign of life.
    Progress(EngineAnswer),
    /// What the engine knows of the rule set could not be fetched, or was damaged: it plays without.
    Without,
    /// The answer.
    Best(EngineAnswer),
    /// A word of the coach.
    Coach {
        /// The request.
        generation: u32,
        /// There is no more to come.
        last: bool,
        /// What it says, as `coach::wire` writes it.
        bytes: Vec<u8>,
    },
    /// The request could not be understood; why.
    Refused {
        /// The request.
        generation: u32,
        /// A sentence for developers.
        reason: String,
    },
}

impl ToWorker {
    /// The message as JSON.
    pub fn write(&self) -> String {
        let json = match self {
            Self::MoveNow => "MoveNow".into(),
            Self::Stop => "Stop".into(),
            Self::Prepare(rules) => rules.as_str().into(),
            Self::Think(request) => Json::record([
                ("generation", request.generation.into()),
                ("purpose", (request.purpose as u8).into()),
                ("rules", request.rules.as_str().into()),
                ("start", request.start.as_str().into()),
                ("moves", Json::list(&request.moves)),
                ("level", request.level.into()),
                ("longer", request.longer.into()),
                ("style", request.style.into()),
                ("from", request.from.into()),
            ]),
        };
        json.to_string()
    }

    /// The message, if it is one.
    pub fn read(text: &str) -> Option<Self> {
        let json = Json::read(text)?;
        match json.text() {
            Some("MoveNow") => return Some(Self::MoveNow),
            Some("Stop") => return Some(Self::Stop),
            Some(rules) => return Some(Self::Prepare(rules.to_owned())),
            None => {}
        }
        let purpose: usize = json.field("purpose")?.number()?;
        Some(Self::Think(EngineRequest {
            generation: json.field("generation")?.number()?,
            purpose: *Purpose::ALL.get(purpose)?,
            rules: json.field("rules")?.text()?.to_owned(),
            start: json.field("start")?.text()?.to_owned(),
            moves: json.field("moves")?.items()?.iter().map(Json::bytes).collect::<Option<_>>()?,
            level: json.field("level")?.number()?,
            longer: json.field("longer")?.number()?,
            style: json.field("style")?.number()?,
            from: json.field("from")?.number()?,
        }))
    }
}

impl FromWorker {
    /// The message as JSON.
    pub fn write(&self) -> String {
        let json = match self {
            Self::Ready => "Ready".into(),
            Self::Without => "Without".into(),
            Self::Progress(answer) | Self::Best(answer) => Json::record([
                ("thinks", matches!(self, Self::Progress(_)).into()),
                ("generation", answer.generation.into()),
                ("path", (&answer.path).into()),
                ("centimen", answer.centimen.into()),
                ("ends_in", answer.ends_in.into()),
                ("depth", answer.depth.into()),
                ("line", Json::list(&answer.line)),
            ]),
            Self::Coach { generation, last, bytes } => Json::record([
                ("generation", (*generation).into()),
                ("last", (*last).into()),
                ("bytes", bytes.into()),
            ]),
            Self::Refused { generation, reason } => {
                Json::record([("generation", (*generation).into()), ("reason", reason.as_str().into())])
            }
        };
        json.to_string()
    }

    /// The message, if it is one.
    pub fn read(text: &str) -> Option<Self> {
        let json = Json::read(text)?;
        match json.text() {
            Some("Ready") => return Some(Self::Ready),
            Some("Without") => return Some(Self::Without),
            _ => {}
        }
        let generation = json.field("generation")?.number()?;
        if let Some(reason) = json.field("reason") {
            return Some(Self::Refused { generation, reason: reason.text()?.to_owned() });
        }
        if let Some(bytes) = json.field("bytes") {
            let last = json.field("last")?.bool()?;
            return Some(Self::Coach { generation, last, bytes: bytes.bytes()? });
        }
        let answer = EngineAnswer {
            generation,
            path: json.field("path")?.bytes()?,
            centimen: json.field("centimen")?.number()?,
            ends_in: json.field("ends_in")?.number(),
            depth: json.field("depth")?.number()?,
            line: json.field("line")?.items()?.iter().map(Json::bytes).collect::<Option<_>>()?,
        };
        Some(if json.field("thinks")?.bool()? { Self::Progress(answer) } else { Self::Best(answer) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_arrives_as_it_was_sent() {
        let request = |purpose| EngineRequest {
            generation: 7,
            purpose,
            rules: "polish64".to_owned(),
            start: "W:W21:B1".to_owned(),
            moves: vec![vec![1, 2], vec![], vec![255]],
            level: 10,
            longer: 30_000,
            style: 2,
            from: 3,
        };
        for message in [ToWorker::MoveNow, ToWorker::Stop, ToWorker::Prepare("english".to_owned())]
            .into_iter()
            .chain(Purpose::ALL.map(|purpose| ToWorker::Think(request(purpose))))
        {
            assert_eq!(ToWorker::read(&message.write()), Some(message));
        }
        let answer = |ends_in| EngineAnswer {
            generation: u32::MAX,
            path: vec![9, 13],
            centimen: -5,
            ends_in,
            depth: 4,
            line: vec![vec![9, 13], vec![24, 20]],
        };
        for message in [
            FromWorker::Ready,
            FromWorker::Without,
            FromWorker::Progress(answer(Some(7))),
            FromWorker::Best(answer(None)),
            FromWorker::Best(answer(Some(-3))),
            FromWorker::Coach { generation: 3, last: true, bytes: vec![0, 255] },
            FromWorker::Coach { generation: 3, last: false, bytes: Vec::new() },
            FromWorker::Refused { generation: 2, reason: "no \"move\"\n".to_owned() },
        ] {
            assert_eq!(FromWorker::read(&message.write()), Some(message));
        }
        assert_eq!(ToWorker::read("{}"), None);
        assert_eq!(FromWorker::read("\"Stop\""), None);
    }
}

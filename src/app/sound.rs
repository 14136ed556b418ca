//! What is heard: decided here, synthesised elsewhere.

/// An event with a sound of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sound {
    /// A piece was put down.
    Move,
    /// Pieces were taken: one beat for each hop.
    Capture(u8),
    /// A man was crowned.
    Crown,
    /// The game is over.
    End,
    /// A touch was refused.
    Refused,
}

/// A tone: sliding from one pitch to another, loudest at its beginning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tone {
    /// When it begins, in milliseconds from now.
    pub at: u16,
    /// How long it sounds, in milliseconds.
    pub long: u16,
    /// The pitch at its beginning and at its end, in hertz.
    pub pitch: [u16; 2],
    /// How loud it begins, in hundredths of the most.
    pub loud: u8,
}

const fn tone(at: u16, long: u16, from: u16, to: u16, loud: u8) -> Tone {
    Tone { at, long, pitch: [from, to], loud }
}

const MOVE: [Tone; 1] = [tone(0, 55, 420, 150, 50)];
const TAKE: [Tone; 2] = [tone(0, 45, 620, 180, 55), tone(18, 60, 300, 120, 40)];
const CROWN: [Tone; 3] =
    [tone(0, 90, 523, 523, 30), tone(80, 90, 659, 659, 30), tone(160, 160, 784, 784, 30)];
const END: [Tone; 3] =
    [tone(0, 160, 392, 392, 30), tone(150, 160, 330, 330, 30), tone(300, 320, 262, 262, 32)];
const REFUSED: [Tone; 1] = [tone(0, 70, 170, 140, 35)];

impl Sound {
    /// Its tones.
    ///
    /// ```
    /// use damka::app::sound::Sound;
    ///
    /// let tones = Sound::Capture(3).tones();
    /// assert_eq!(tones.len(), 6, "three beats of two tones");
    /// assert!(tones[5].at > tones[3].at && tones[3].at > tones[1].at);
    /// ```
    pub fn tones(self) -> Vec<Tone> {
        match self {
            Self::Move => MOVE.to_vec(),
            Self::Capture(hops) => (0..u16::from(hops.max(1)))
                .flat_map(|hop| {
                    // Each beat where the piece lands.
                    TAKE.map(|tone| Tone { at: tone.at + hop * super::anim::HOP_MS as u16, ..tone })
                })
                .collect(),
            Self::Crown => CROWN.to_vec(),
            Self::End => END.to_vec(),
            Self::Refused => REFUSED.to_vec(),
        }
    }

    /// How long a device that can shall shake, in milliseconds.
    pub const fn shake(self) -> u32 {
        match self {
            Self::Move => 8,
            Self::Capture(_) => 20,
            Self::Crown => 30,
            Self::End => 60,
            Self::Refused => 40,
        }
    }
}

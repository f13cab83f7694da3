//! A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol.

mod citadels;
mod json;

use citadels::{GameStart, Rejected, Request};
use json::Json;
use std::io::{self, BufRead, Write};

/// A generator of one word (splitmix64); all that it draws follows from the seed.
struct Dice(u64);

impl Dice {
    fn new(seed: &str) -> Dice {
        let hash = |state: u64, byte: u8| (state ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3);
        Dice(seed.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

struct Bot {
    thrifty: bool,
    dice: Dice,
}

impl Bot {
    /// Returns the line that answers a message, none for one that is not answered.
    fn answer(&mut self, message: &Json) -> Option<String> {
        match message.get("type").text().as_str() {
            "hello" => Some(r#"{"type":"hello","version":1,"name":"rust"}"#.to_string()),
            "game_start" => {
                let start = GameStart::read(message);
                self.dice = Dice::new(&start.bot_seed);
                Some(format!(r#"{{"type":"ready","game":"{}"}}"#, start.game))
            }
            "request" => {
                let request = Request::read(message);
                let choice = if self.thrifty { self.choose_thriftily(&request) } else { self.choose(&request) };
                Some(action(&request.request, choice))
            }
            "rejected" => Some(action(&Rejected::read(message).request, 0)),
            _ => None,
        }
    }

    /// Chooses any option.
    fn choose(&mut self, request: &Request) -> usize {
        self.dice.below(request.legal.len())
    }

    /// Collects and builds what it can, and draws cards only when its hand is empty.
    fn choose_thriftily(&mut self, request: &Request) -> usize {
        let you = &request.view.you;
        let gather = if you.hand.is_empty() { "gather_cards" } else { "gather_gold" };
        let place = |kind: &str| request.legal.iter().position(|option| option.get("kind").text() == kind);
        let wanted = ["collect_income", "build", gather, "extra_gold", "extra_cards"];
        match wanted.into_iter().find_map(place) {
            Some(choice) => choice,
            None => self.choose(request),
        }
    }
}

fn action(request: &str, choice: usize) -> String {
    format!(r#"{{"type":"action","request":"{request}","choice":{choice}}}"#)
}

fn main() -> io::Result<()> {
    let thrifty = std::env::args().nth(1).as_deref() == Some("thrifty");
    let mut bot = Bot { thrifty, dice: Dice::new("") };
    for line in io::stdin().lock().lines() {
        let message = Json::parse(&line?);
        if message.get("type").text() == "shutdown" {
            break;
        }
        if let Some(answer) = bot.answer(&message) {
            let mut output = io::stdout().lock();
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

//! A JSON reader. What is not there is null, and null is an empty text, 0, false and an empty list.

use std::collections::HashMap;

#[derive(Clone)]
pub enum Json {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

static NULL: Json = Json::Null;

impl Json {
    /// Reads one value; the text must be well-formed, as the referee's lines are.
    pub fn parse(text: &str) -> Json {
        Reader { bytes: text.as_bytes(), at: 0 }.value()
    }

    pub fn get(&self, field: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.get(field).unwrap_or(&NULL),
            _ => &NULL,
        }
    }

    pub fn text(&self) -> String {
        match self {
            Json::Text(text) => text.clone(),
            _ => String::new(),
        }
    }

    pub fn number(&self) -> i64 {
        match self {
            Json::Number(number) => *number as i64,
            _ => 0,
        }
    }

    pub fn flag(&self) -> bool {
        matches!(self, Json::Flag(true))
    }

    pub fn list<T>(&self, read: impl Fn(&Json) -> T) -> Vec<T> {
        match self {
            Json::List(items) => items.iter().map(read).collect(),
            _ => Vec::new(),
        }
    }

    pub fn maybe<T>(&self, read: impl Fn(&Json) -> T) -> Option<T> {
        match self {
            Json::Null => None,
            there => Some(read(there)),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Json {
        match self.peek() {
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => Json::Text(self.string()),
            b't' => self.word("true", Json::Flag(true)),
            b'f' => self.word("false", Json::Flag(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn peek(&mut self) -> u8 {
        while self.bytes[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.bytes[self.at]
    }

    /// Whether `sign` comes next, which is passed over then.
    fn take(&mut self, sign: u8) -> bool {
        let there = self.peek() == sign;
        self.at += there as usize;
        there
    }

    fn object(&mut self) -> Json {
        let mut fields = HashMap::new();
        self.at += 1;
        while !self.take(b'}') {
            self.peek();
            let name = self.string();
            self.take(b':');
            fields.insert(name, self.value());
            self.take(b',');
        }
        Json::Object(fields)
    }

    fn array(&mut self) -> Json {
        let mut items = Vec::new();
        self.at += 1;
        while !self.take(b']') {
            items.push(self.value());
            self.take(b',');
        }
        Json::List(items)
    }

    fn string(&mut self) -> String {
        let mut units = Vec::new();
        self.at += 1;
        while self.bytes[self.at] != b'"' {
            if self.bytes[self.at] == b'\\' {
                units.push(self.escaped());
            } else {
                let start = self.at;
                while !matches!(self.bytes[self.at], b'"' | b'\\') {
                    self.at += 1;
                }
                let plain = String::from_utf8_lossy(&self.bytes[start..self.at]);
                units.extend(plain.encode_utf16());
            }
        }
        self.at += 1;
        String::from_utf16_lossy(&units)
    }

    fn escaped(&mut self) -> u16 {
        let sign = self.bytes[self.at + 1];
        self.at += 2;
        match sign {
            b'u' => {
                let digits = String::from_utf8_lossy(&self.bytes[self.at..self.at + 4]);
                self.at += 4;
                u16::from_str_radix(&digits, 16).unwrap_or(0xfffd)
            }
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => 0x0a,
            b'r' => 0x0d,
            b't' => 0x09,
            other => other as u16,
        }
    }

    fn number(&mut self) -> Json {
        let start = self.at;
        while self.at < self.bytes.len() && b"+-.eE0123456789".contains(&self.bytes[self.at]) {
            self.at += 1;
        }
        let digits = String::from_utf8_lossy(&self.bytes[start..self.at]);
        Json::Number(digits.parse().unwrap_or(0.0))
    }

    fn word(&mut self, word: &str, meaning: Json) -> Json {
        self.at += word.len();
        meaning
    }
}

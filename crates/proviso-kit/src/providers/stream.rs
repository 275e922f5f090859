//! Cuts a stream of bytes into events: server-sent ones, or a JSON object per line.
//!
//! **Invariant:** the same events come out however the bytes are cut into pieces; a piece of UTF-8
//! that is cut in two is put together first. What one event may hold is bounded.

use serde_json::Value;

use super::dialect::Framing;

/// An event longer than this is none, in bytes.
const MAX_EVENT: usize = 8 * 1024 * 1024;

/// Bytes that are not an event yet.
#[derive(Debug)]
pub(super) struct Cutter {
    framing: Framing,
    line: Vec<u8>,
    data: String,
    ended_by_return: bool,
}

impl Cutter {
    pub(super) fn new(framing: Framing) -> Cutter {
        Cutter { framing, line: Vec::new(), data: String::new(), ended_by_return: false }
    }

    /// Takes bytes; the events that they complete come out. `Err` says what is none.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Value>, String> {
        let mut out = Vec::new();
        for byte in bytes {
            match byte {
                // `\r\n` is one line's end.
                b'\n' if self.ended_by_return => self.ended_by_return = false,
                b'\n' | b'\r' => {
                    self.ended_by_return = *byte == b'\r';
                    out.extend(self.end_line()?);
                }
                other => {
                    self.ended_by_return = false;
                    self.line.push(*other);
                }
            }
            if self.line.len() + self.data.len() > MAX_EVENT {
                return Err("an event is too long".to_owned());
            }
        }
        Ok(out)
    }

    /// The event that the stream's end completes.
    pub(super) fn finish(&mut self) -> Result<Vec<Value>, String> {
        let mut out: Vec<Value> = Vec::new();
        if !self.line.is_empty() {
            out.extend(self.end_line()?);
        }
        out.extend(self.end_event()?);
        Ok(out)
    }

    fn end_line(&mut self) -> Result<Option<Value>, String> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{feff}');
        if self.framing == Framing::Lines {
            return if line.trim().is_empty() { Ok(None) } else { parse(line).map(Some) };
        }
        if line.is_empty() {
            return self.end_event();
        }
        // Names, ids and comments say nothing that the data does not.
        if let Some(data) = line.strip_prefix("data:") {
            if !self.data.is_empty() {
                self.data.push('\n');
            }
            self.data.push_str(data.strip_prefix(' ').unwrap_or(data));
        }
        Ok(None)
    }

    fn end_event(&mut self) -> Result<Option<Value>, String> {
        let data = std::mem::take(&mut self.data);
        match data.trim() {
            "" => Ok(None),
            "[DONE]" => Ok(Some(Value::from("[DONE]"))),
            data => parse(data).map(Some),
        }
    }
}

fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|err| {
        let begin: String = text.chars().take(60).collect();
        format!("an event is no JSON ({err}): `{begin}`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(framing: Framing, text: &str, size: usize) -> Vec<String> {
        let mut cutter = Cutter::new(framing);
        let mut out = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            out.extend(cutter.push(piece).unwrap());
        }
        out.extend(cutter.finish().unwrap());
        out.iter().map(Value::to_string).collect()
    }

    #[test]
    fn events_come_out_the_same_however_the_bytes_are_cut() {
        let text = ": hello\r\nevent: x\r\ndata: {\"금\":\r\ndata: \"액\"}\r\n\r\ndata:[1]\n\n\ndata: [DONE]\n\n";
        let whole = cut(Framing::Events, text, 4096);
        assert_eq!(whole, ["{\"금\":\"액\"}", "[1]", "\"[DONE]\""]);
        for size in 1..16 {
            assert_eq!(cut(Framing::Events, text, size), whole, "in pieces of {size}");
        }
    }

    #[test]
    fn lines_are_objects_and_the_last_needs_no_end() {
        for size in [1, 3, 100] {
            assert_eq!(
                cut(Framing::Lines, "{\"a\":1}\n\n{\"b\":2}", size),
                ["{\"a\":1}", "{\"b\":2}"]
            );
        }
    }

    #[test]
    fn what_is_no_json_is_said_with_its_beginning() {
        let err = Cutter::new(Framing::Events).push(b"data: {oops}\n\n").unwrap_err();
        assert!(err.starts_with("an event is no JSON") && err.ends_with("`{oops}`"), "{err}");
    }
}

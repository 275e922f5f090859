//! Checks a value against the JSON schema of a Rust type, so that a model is told every mistake at
//! once, by its place, before `serde` would stop at the first.
//!
//! It knows the words that `schemars` writes for our types, no more; a word that it does not know
//! is left to `serde`, which has the last say.
//!
//! **Invariant:** total; forgives only what cannot change a meaning: a whole number written as text
//! or the other way around.

use serde_json::{Map, Value};

/// How many faults are told; a model that is wrong everywhere needs no complete list.
const MAX_FAULTS: usize = 12;
/// References are followed no deeper.
const MAX_DEPTH: usize = 96;

/// Makes a value fit, or says where it does not: `/fields/3/kind: expected …`.
pub(super) fn fit(value: &mut Value, schema: &Value) -> Result<(), Vec<String>> {
    let mut check = Check { root: schema, faults: Vec::new() };
    check.fit(value, schema, "", 0);
    if check.faults.is_empty() { Ok(()) } else { Err(check.faults) }
}

struct Check<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl<'a> Check<'a> {
    fn fault(&mut self, path: &str, what: String) {
        if self.faults.len() < MAX_FAULTS {
            let path = if path.is_empty() { "/" } else { path };
            self.faults.push(format!("{path}: {what}"));
        }
    }

    fn fit(&mut self, value: &mut Value, schema: &'a Value, path: &str, depth: usize) {
        let Some(schema) = schema.as_object() else { return };
        if depth > MAX_DEPTH {
            return self.fault(path, "nested too deep".to_owned());
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let pointer = target.strip_prefix('#').unwrap_or(target);
            if let Some(target) = self.root.pointer(pointer) {
                self.fit(value, target, path, depth + 1);
            }
        }
        for it in list(schema, "allOf") {
            self.fit(value, it, path, depth + 1);
        }
        for word in ["anyOf", "oneOf"] {
            let branches = list(schema, word);
            if !branches.is_empty() {
                self.any(value, branches, path, depth);
            }
        }
        self.constant(value, schema, path);
        if !self.kind(value, schema, path) {
            return;
        }
        match value {
            Value::Object(map) => self.object(map, schema, path, depth),
            Value::Array(all) => self.array(all, schema, path, depth),
            Value::Number(it) => {
                let number = it.as_f64().unwrap_or_default();
                let bound = |word: &str| schema.get(word).and_then(Value::as_f64);
                if bound("minimum").is_some_and(|it| number < it)
                    || bound("maximum").is_some_and(|it| number > it)
                {
                    self.fault(path, format!("{it} is out of range"));
                }
            }
            Value::String(text) => {
                let length = text.chars().count() as u64;
                let bound = |word: &str| schema.get(word).and_then(Value::as_u64);
                if bound("minLength").is_some_and(|it| length < it) {
                    self.fault(path, "the text is too short".to_owned());
                }
                if bound("maxLength").is_some_and(|it| length > it) {
                    self.fault(path, "the text is too long".to_owned());
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// One branch must fit; where none does, the faults of the nearest one are told.
    fn any(&mut self, value: &mut Value, branches: &'a [Value], path: &str, depth: usize) {
        let mut nearest: Option<Vec<String>> = None;
        for branch in branches {
            let mut tried = value.clone();
            let mut check = Check { root: self.root, faults: Vec::new() };
            check.fit(&mut tried, branch, path, depth + 1);
            if check.faults.is_empty() {
                *value = tried;
                return;
            }
            // A fault deeper in says that the branch was the one that was meant.
            let deep = |faults: &[String]| {
                faults.iter().map(|it| it.matches('/').count()).min().unwrap_or(0)
            };
            if nearest.as_ref().is_none_or(|it| deep(&check.faults) > deep(it)) {
                nearest = Some(check.faults);
            }
        }
        // A Rust enum whose variants are documented comes as one branch per variant.
        let names: Vec<&Value> = branches.iter().filter_map(names_of).flatten().collect();
        if branches.iter().all(|it| names_of(it).is_some()) {
            let names: Vec<String> = names.into_iter().map(show).collect();
            let (names, got) = (names.join(", "), show(value));
            return self.fault(path, format!("expected one of {names}, but got {got}"));
        }
        for it in nearest.unwrap_or_default() {
            if self.faults.len() < MAX_FAULTS {
                self.faults.push(it);
            }
        }
    }

    fn constant(&mut self, value: &Value, schema: &Map<String, Value>, path: &str) {
        if let Some(expected) = schema.get("const")
            && expected != value
        {
            self.fault(path, format!("expected {}", show(expected)));
        }
        let options = list(schema, "enum");
        if !options.is_empty() && !options.contains(value) {
            let names: Vec<String> = options.iter().map(show).collect();
            self.fault(
                path,
                format!("expected one of {}, but got {}", names.join(", "), show(value)),
            );
        }
    }

    /// Whether the value is of a type that the schema names.
    fn kind(&mut self, value: &mut Value, schema: &Map<String, Value>, path: &str) -> bool {
        let kinds: Vec<&str> = match schema.get("type") {
            Some(Value::String(it)) => vec![it.as_str()],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        let has = |kind: &str| kinds.contains(&kind);
        let fits = match &*value {
            Value::Null => has("null"),
            Value::Bool(_) => has("boolean"),
            Value::Number(it) => has("number") || (has("integer") && !it.is_f64()),
            Value::String(_) => has("string"),
            Value::Array(_) => has("array"),
            Value::Object(_) => has("object"),
        };
        if fits {
            return true;
        }
        let other = match &*value {
            Value::Number(it) if has("string") && !it.is_f64() => Some(Value::from(it.to_string())),
            Value::String(it) if has("integer") => it.trim().parse::<i64>().ok().map(Value::from),
            _ => None,
        };
        if let Some(other) = other {
            *value = other;
            return true;
        }
        self.fault(path, format!("expected {}, but got {}", kinds.join(" or "), show(value)));
        false
    }

    fn object(
        &mut self,
        map: &mut Map<String, Value>,
        schema: &'a Map<String, Value>,
        path: &str,
        depth: usize,
    ) {
        let known = schema.get("properties").and_then(Value::as_object);
        for key in list(schema, "required").iter().filter_map(Value::as_str) {
            if !map.contains_key(key) {
                self.fault(path, format!("`{key}` is missing"));
            }
        }
        let others = schema.get("additionalProperties");
        for (key, value) in map.iter_mut() {
            let path = format!("{path}/{key}");
            match known.and_then(|it| it.get(key)) {
                Some(its) => self.fit(value, its, &path, depth + 1),
                None => match others {
                    Some(Value::Bool(false)) => {
                        self.fault(&path, "there is no such key".to_owned());
                    }
                    Some(its) => self.fit(value, its, &path, depth + 1),
                    None => {}
                },
            }
        }
    }

    fn array(
        &mut self,
        all: &mut [Value],
        schema: &'a Map<String, Value>,
        path: &str,
        depth: usize,
    ) {
        let length = all.len() as u64;
        let bound = |word: &str| schema.get(word).and_then(Value::as_u64);
        if bound("minItems").is_some_and(|it| length < it) {
            self.fault(path, format!("{length} items are too few"));
        }
        if bound("maxItems").is_some_and(|it| length > it) {
            self.fault(path, format!("{length} items are too many"));
        }
        if let Some(items) = schema.get("items") {
            for (index, value) in all.iter_mut().enumerate() {
                self.fit(value, items, &format!("{path}/{index}"), depth + 1);
            }
        }
    }
}

fn list<'a>(schema: &'a Map<String, Value>, word: &str) -> &'a [Value] {
    schema.get(word).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The values that a branch names one by one.
fn names_of(branch: &Value) -> Option<Vec<&Value>> {
    match (branch.get("const"), branch.get("enum")) {
        (Some(it), _) => Some(vec![it]),
        (None, Some(Value::Array(all))) => Some(all.iter().collect()),
        _ => None,
    }
}

/// A value in few characters.
fn show(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

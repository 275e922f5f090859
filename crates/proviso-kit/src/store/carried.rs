//! Runs that are carried from one workspace to another, with all that the tables hold of them; and the
//! table `carried`, which knows by their keys the ones that came.
//!
//! **Invariant:** names of tables and columns are this program's own, whatever a carried run says. A
//! key comes in once. Bodies are carried whole, whatever pieces either workspace has them in.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pieces::{self, Written};
use super::{ModelCheck, RunSource, Store, StoreError, documents, models, moments};

pub(super) const CREATE: &str = "
CREATE TABLE carried (
    key TEXT PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id),
    whole INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// What is stored by the number of a run.
const OF_RUN: [&str; 5] = ["artefact", "attempt", "event_log", "model_call", "compiler_answer"];

type Columns = Map<String, Value>;

/// A run with what it made, without its files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CarriedRun {
    run: Columns,
    tables: BTreeMap<String, Vec<Columns>>,
    /// What its documents are found by, by their hashes.
    texts: BTreeMap<String, String>,
    model_check: Option<(bool, String, String, i64)>,
}

impl CarriedRun {
    /// Its project.
    pub fn project(&self) -> Option<&str> {
        self.run.get("project")?.as_str()
    }

    /// Its verdict.
    pub fn verdict(&self) -> Option<&str> {
        self.run.get("verdict")?.as_str()
    }
}

/// A run that came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// Its number here.
    pub run: i64,
    /// Whether its files came in, too.
    pub whole: bool,
}

impl Store {
    /// A run that is over, to be carried elsewhere.
    ///
    /// # Errors
    /// Where it cannot be read, or what it made has lost a part.
    pub fn run_carry(&self, run: i64) -> Result<CarriedRun, StoreError> {
        let carried = self.with("carry a run", |it| {
            let one = rows(it, "SELECT * FROM run WHERE id = ?1", run)?.pop().unwrap_or_default();
            let mut tables = BTreeMap::new();
            for table in OF_RUN {
                let mut all = rows(it, &format!("SELECT * FROM {table} WHERE run_id = ?1"), run)?;
                for row in &mut all {
                    if !whole(it, row)? {
                        let name = row.get("name").and_then(Value::as_str).unwrap_or(table);
                        return Ok(Err(name.to_owned()));
                    }
                }
                tables.insert(table.to_owned(), all);
            }
            let texts = it
                .prepare(
                    "SELECT document_text.sha256, text FROM run, json_each(sources) AS source
                     JOIN document_text ON sha256 = source.value ->> 'sha256' WHERE run.id = ?1",
                )?
                .query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let model_check = it
                .query_row(
                    "SELECT accepted, sha256, compiler, checked_at_ms FROM model_check
                     WHERE name = (SELECT project FROM run WHERE id = ?1)",
                    [run],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
                )
                .optional()?;
            Ok(Ok(CarriedRun { run: one, tables, texts, model_check }))
        })?;
        carried.map_err(|name| self.lost(run, &name))
    }

    /// Which run came in under a key.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn carried(&self, key: &str) -> Result<Option<Carried>, StoreError> {
        self.with("look for a run that came in", |it| find(it, key))
    }

    /// Takes a run in under a key, unless it has come already.
    ///
    /// # Errors
    /// Where it cannot be stored.
    pub fn run_take_in(
        &self,
        key: &str,
        it: &CarriedRun,
        sources: &[RunSource],
    ) -> Result<Carried, StoreError> {
        let own = self.json("sources", &sources)?;
        let written = |row: &Columns| {
            Written::new(row.get("body").and_then(Value::as_str).unwrap_or_default().to_owned())
        };
        let artefacts: Vec<Written> =
            it.tables.get("artefact").into_iter().flatten().map(written).collect();
        for piece in artefacts.iter().flat_map(Written::pieces) {
            self.piece_put(piece)?;
        }
        let made = self.change("take a run in", |connection| {
            if let Some(known) = find(connection, key)? {
                return Ok(known);
            }
            let project = it.project().unwrap_or_default();
            let moment = moments::next(connection)?;
            let mut columns = it.run.clone();
            columns.remove("id");
            for (name, value) in [
                ("parent", Value::Null),
                ("sources", Value::from(own)),
                ("state", Value::from("ended")),
                ("document", Value::from(documents::key(sources))),
                ("found", Value::from(documents::names(project, sources))),
                ("headline", Value::Null),
                // Order is counted in each workspace by itself.
                ("begun", Value::from(moment)),
            ] {
                columns.insert(name.to_owned(), value);
            }
            insert(connection, "run", &columns)?;
            let run = connection.last_insert_rowid();
            for table in OF_RUN {
                for (at, row) in it.tables.get(table).into_iter().flatten().enumerate() {
                    let mut row = row.clone();
                    if let Some(it) = artefacts.get(at).filter(|_| table == "artefact") {
                        let (body, pieces, n_pieces) = it.row(connection)?;
                        row.insert("body".to_owned(), Value::from(body));
                        row.insert("pieces".to_owned(), Value::from(pieces));
                        row.insert("n_pieces".to_owned(), Value::from(n_pieces));
                    }
                    row.remove("id");
                    row.insert("run_id".to_owned(), Value::from(run));
                    if table == "event_log" {
                        row.insert("moment".to_owned(), Value::from(moment));
                    }
                    renumber(&mut row, table, run);
                    insert(connection, table, &row)?;
                }
            }
            for source in sources {
                if let Some(text) = it.texts.get(&source.sha256) {
                    documents::text_keep(connection, &source.sha256, text, true)?;
                }
            }
            connection.execute("INSERT INTO carried VALUES (?1, ?2, FALSE)", params![key, run])?;
            Ok(Carried { run, whole: false })
        })?;
        if let (false, Some(check), Some(project)) = (made.whole, &it.model_check, it.project()) {
            let (accepted, sha256, said, at_ms) = check.clone();
            let compiler = models::compiler(said);
            self.model_checked(project, &ModelCheck { sha256, accepted, compiler, at_ms })?;
        }
        Ok(made)
    }

    /// Notes that a run has come in with its files; `run` is one that was begun here in its place.
    ///
    /// # Errors
    /// Where it cannot be stored.
    pub fn carried_whole(&self, key: &str, run: i64) -> Result<(), StoreError> {
        self.with("note a run that came in", |it| {
            it.execute(
                "INSERT INTO carried VALUES (?1, ?2, TRUE) ON CONFLICT DO UPDATE SET whole = TRUE",
                params![key, run],
            )
        })?;
        Ok(())
    }
}

/// Puts the pieces of a row's body into its place; whether all of them are there.
fn whole(connection: &Connection, row: &mut Columns) -> rusqlite::Result<bool> {
    let (pieces, n) = (row.remove("pieces"), row.remove("n_pieces"));
    let sha256 = pieces.as_ref().and_then(Value::as_str);
    let Some((sha256, n)) = sha256.zip(n.as_ref().and_then(Value::as_i64)) else {
        return Ok(true);
    };
    let Some(body) = pieces::all(connection, sha256, n)? else { return Ok(false) };
    row.insert("body".to_owned(), Value::from(body));
    Ok(true)
}

fn find(connection: &Connection, key: &str) -> rusqlite::Result<Option<Carried>> {
    connection
        .query_row("SELECT run_id, whole FROM carried WHERE key = ?1", [key], |row| {
            Ok(Carried { run: row.get(0)?, whole: row.get(1)? })
        })
        .optional()
}

/// Events say in their envelope which run they are of.
fn renumber(row: &mut Columns, table: &str, run: i64) {
    if table != "event_log" {
        return;
    }
    let body = row.get("body").and_then(Value::as_str).map(serde_json::from_str::<Value>);
    if let Some(Ok(Value::Object(mut body))) = body {
        body.insert("run_id".to_owned(), Value::from(run.to_string()));
        row.insert("body".to_owned(), Value::from(Value::Object(body).to_string()));
    }
}

fn rows(connection: &Connection, query: &str, run: i64) -> rusqlite::Result<Vec<Columns>> {
    let mut statement = connection.prepare(query)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    statement
        .query_map([run], |row| {
            let value = |index| -> rusqlite::Result<Value> {
                Ok(match row.get_ref(index)? {
                    ValueRef::Integer(it) => Value::from(it),
                    ValueRef::Real(it) => Value::from(it),
                    ValueRef::Text(it) => Value::from(String::from_utf8_lossy(it)),
                    ValueRef::Null | ValueRef::Blob(_) => Value::Null,
                })
            };
            let all = names.iter().enumerate();
            all.map(|(index, name)| Ok((name.clone(), value(index)?))).collect()
        })?
        .collect()
}

/// Inserts a row: of the columns that the table has, those that are given.
fn insert(connection: &Connection, table: &str, row: &Columns) -> rusqlite::Result<()> {
    let names: Vec<String> = connection
        .prepare_cached("SELECT name FROM pragma_table_info(?1)")?
        .query_map([table], |it| it.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let (names, values): (Vec<&str>, Vec<rusqlite::types::Value>) =
        names.iter().filter_map(|name| Some((name.as_str(), stored(row.get(name)?)))).unzip();
    let places: Vec<String> = (1..=names.len()).map(|it| format!("?{it}")).collect();
    let query =
        format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
    connection.prepare_cached(&query)?.execute(rusqlite::params_from_iter(values))?;
    Ok(())
}

fn stored(value: &Value) -> rusqlite::types::Value {
    match value {
        Value::String(it) => it.clone().into(),
        Value::Number(it) => match it.as_i64() {
            Some(it) => it.into(),
            None => it.as_f64().into(),
        },
        Value::Bool(it) => (*it).into(),
        _ => rusqlite::types::Value::Null,
    }
}

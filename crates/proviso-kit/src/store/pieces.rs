//! The table `piece`: bodies that are too long for one row, in pieces.
//!
//! A document of thousands of pages is sixty megabytes. Written as one row it keeps everybody else from
//! the database for as long as it takes, among them who ends a run that a person has stopped. So its
//! pieces are put down one by one, each a change of its own, and then a row of `artefact` names them.
//!
//! **Invariant:** pieces are named after the hash of the whole body and never change, so that runs over
//! one document share them. A row names a body only where all of its pieces are there. Pieces that no row
//! names, of a run that was stopped before its own did, go when the next long body was kept. [`PIECE`]
//! never changes: what is there of a body would be joined with pieces of another cut.
//!
//! SQLite's reading and writing of parts of one row was the alternative: making that row costs as much
//! as writing it.

use proviso_core::hex::sha256;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::body::Body;
use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE piece (
    sha256 TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (sha256, number)
) STRICT, WITHOUT ROWID;
ALTER TABLE artefact ADD COLUMN pieces TEXT;
ALTER TABLE artefact ADD COLUMN n_pieces INTEGER;
CREATE INDEX artefact_pieces ON artefact (pieces) WHERE pieces IS NOT NULL;
";

/// A row that names pieces of which not all are there.
pub(super) const LOST: &str = "pieces IS NOT NULL AND n_pieces > (
    SELECT COUNT(*) FROM piece WHERE sha256 = pieces AND number BETWEEN 1 AND n_pieces)";

/// Bytes of a piece at most, and of a body that stands in its row: a few milliseconds of writing.
const PIECE: usize = 512 << 10;

/// A body as the tables have it: whole, or in pieces.
#[derive(Debug)]
pub(super) struct Written {
    text: String,
    /// What its pieces are named after, where there are any.
    sha256: Option<String>,
}

/// A part of a long body.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    of: &'a str,
    number: i64,
    text: &'a str,
}

impl Written {
    pub(super) fn new(text: String) -> Written {
        let sha256 = (text.len() > PIECE).then(|| sha256(&text));
        Written { text, sha256 }
    }

    /// Its pieces; none of a short one.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let (mut rest, mut number) = (self.text.as_str(), 0);
        let of = self.sha256.as_deref();
        std::iter::from_fn(move || {
            let of = of.filter(|_| !rest.is_empty())?;
            let (text, behind) = rest.split_at(boundary(rest));
            rest = behind;
            number += 1;
            Some(Piece { of, number, text })
        })
    }

    /// What its row holds: the text, or what its pieces are named after and how many there are. Those that
    /// are not there yet are put down, within the change that `connection` is in.
    pub(super) fn row(&self, connection: &Connection) -> rusqlite::Result<Row<'_>> {
        let Some(sha256) = self.sha256.as_deref() else {
            return Ok((&self.text, None, None));
        };
        let n = i64::try_from(self.pieces().count()).unwrap_or(i64::MAX);
        let there: i64 = connection.query_row(
            "SELECT COUNT(*) FROM piece WHERE sha256 = ?1",
            [sha256],
            |row| row.get(0),
        )?;
        if there != n {
            // Anew, all of them: more than there should be are of another cut, and so may the rest be.
            connection.execute("DELETE FROM piece WHERE sha256 = ?1", [sha256])?;
            self.pieces().try_for_each(|it| put(connection, it))?;
            // Other rows that name the body have the same pieces from here on.
            connection.execute(
                "UPDATE artefact SET n_pieces = ?2 WHERE pieces = ?1 AND n_pieces != ?2",
                params![sha256, n],
            )?;
        }
        Ok(("", Some(sha256), Some(n)))
    }
}

/// Where a piece of a text ends.
fn boundary(text: &str) -> usize {
    let most = text.len().min(PIECE);
    (0..=most).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(most)
}

/// What stands in the columns `body`, `pieces` and `n_pieces`.
pub(super) type Row<'a> = (&'a str, Option<&'a str>, Option<i64>);

/// A body as its row tells it, and the pieces that follow.
pub(super) type Told = (Body, Option<(String, i64)>);

/// That of a row which begins with version, text, pieces and their number.
pub(super) fn of_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Told> {
    let pieces: Option<String> = row.get(2)?;
    let n: Option<i64> = row.get(3)?;
    Ok(((row.get(0)?, row.get(1)?), pieces.zip(n)))
}

fn put(connection: &Connection, it: Piece<'_>) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO piece (sha256, number, body) VALUES (?1, ?2, ?3)")?
        .execute(params![it.of, it.number, it.text])?;
    Ok(())
}

/// A body of so many pieces, in one reading of the database; none where one of them is not there.
pub(super) fn all(
    connection: &Connection,
    sha256: &str,
    n: i64,
) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT body FROM piece WHERE sha256 = ?1 AND number BETWEEN 1 AND ?2 ORDER BY number",
    )?;
    let mut rows = statement.query(params![sha256, n])?;
    let (mut body, mut there) = (String::new(), 0);
    while let Some(row) = rows.next()? {
        body.push_str(&row.get::<_, String>(0)?);
        there += 1;
    }
    Ok((there == n).then_some(body))
}

/// What has lost a piece, by run and name; the first three.
pub(super) fn lost(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    let ask =
        format!("SELECT run_id, name FROM artefact WHERE {LOST} ORDER BY run_id, name LIMIT 3");
    connection.prepare(&ask)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Whether anything that the stages of a run made has lost a piece, by its name: `analysis`, or all that
/// begin alike, as in `document/*`.
pub(super) fn is_lost(connection: &Connection, run: i64, names: &str) -> rusqlite::Result<bool> {
    let ask = format!(
        "SELECT EXISTS (SELECT 1 FROM artefact WHERE run_id = ?1 AND name GLOB ?2 AND {LOST})"
    );
    connection.query_row(&ask, params![run, names], |row| row.get(0))
}

impl Store {
    /// Whether a document of a run, as it was read, has lost a piece: asked without reading any.
    pub fn documents_lost(&self, run: i64) -> Result<bool, StoreError> {
        self.with("look for pieces", |it| is_lost(it, run, "document/*"))
    }

    /// Puts a piece of a long body down, for the row that is kept when all are there.
    pub fn piece_put(&self, it: Piece<'_>) -> Result<(), StoreError> {
        self.with("keep a piece", |connection| put(connection, it))
    }

    /// A body with its pieces, which are read one by one, so that nobody waits for all of them; none
    /// where its row has come to name others meanwhile.
    pub(super) fn joined(&self, (mut body, pieces): Told) -> Result<Option<Body>, StoreError> {
        let Some((sha256, n)) = pieces else { return Ok(Some(body)) };
        for number in 1..=n {
            let piece: Option<String> = self.with("read a piece", |it| {
                it.prepare_cached("SELECT body FROM piece WHERE sha256 = ?1 AND number = ?2")?
                    .query_row(params![sha256, number], |row| row.get(0))
                    .optional()
            })?;
            let Some(piece) = piece else { return Ok(None) };
            body.1.push_str(&piece);
        }
        Ok(Some(body))
    }

    /// Takes pieces away that no row names, one by one until `stopped`, unless another run goes on that
    /// may be putting its own down.
    ///
    /// # Errors
    /// Where the database cannot be read or written; the pieces that are left then harm nothing.
    pub fn pieces_swept(&self, run: i64, stopped: impl Fn() -> bool) -> Result<(), StoreError> {
        let stray = "NOT EXISTS (SELECT 1 FROM artefact WHERE pieces = piece.sha256)
              AND NOT EXISTS (SELECT 1 FROM run WHERE state = 'running' AND id != ?1)";
        // Looked for once: to look through all pieces for each would take longer than to take it away.
        let found: Vec<(String, i64)> = self.with("look for pieces that nothing names", |it| {
            it.prepare(&format!("SELECT sha256, number FROM piece WHERE {stray}"))?
                .query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })?;
        // Asked again of each: a row may have come to name it since.
        let take = format!("DELETE FROM piece WHERE sha256 = ?2 AND number = ?3 AND {stray}");
        for (sha256, number) in found {
            if stopped() {
                break;
            }
            self.with("take a piece away", |it| {
                it.prepare_cached(&take)?.execute(params![run, sha256, number])
            })?;
        }
        Ok(())
    }
}

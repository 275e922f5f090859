//! The table `piece`: bodies that are too long for one row, in pieces.
//!
//! A document of thousands of pages is sixty megabytes. Written as one row it keeps everybody else from
//! the database for as long as it takes, among them who ends a run that a person has stopped. So its
//! pieces are put down one by one, each a change of its own, and then a row of `artefact` names them.
//!
//! **Invariant:** pieces are named after the hash of the whole body and never change, so that runs over
//! one document share them. A row names a body only where all of its pieces are there. Pieces that no row
//! names, of a run that was stopped before its own did, go when the next long body is kept.
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
    /// are not there yet are put down.
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
        if there < n {
            self.pieces().try_for_each(|it| put(connection, it))?;
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

/// A body of which all pieces are there, in one reading of the database.
pub(super) fn all(connection: &Connection, sha256: &str) -> rusqlite::Result<String> {
    connection
        .prepare_cached("SELECT body FROM piece WHERE sha256 = ?1 ORDER BY number")?
        .query_map([sha256], |row| row.get::<_, String>(0))?
        .collect()
}

impl Store {
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

    /// Takes pieces away that no row names, one by one, unless another run goes on that may be putting
    /// its own down.
    pub(super) fn pieces_swept(&self, run: i64) -> Result<(), StoreError> {
        let stray = "DELETE FROM piece WHERE (sha256, number) IN (
            SELECT sha256, number FROM piece
            WHERE NOT EXISTS (SELECT 1 FROM artefact WHERE pieces = piece.sha256)
              AND NOT EXISTS (SELECT 1 FROM run WHERE state = 'running' AND id != ?1)
            LIMIT 1)";
        while self.with("take a piece away", |it| it.prepare_cached(stray)?.execute([run]))? > 0 {}
        Ok(())
    }
}

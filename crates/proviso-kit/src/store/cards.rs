//! The table `repair_card`: repairs that are remembered, with how often they helped.
//!
//! **Invariant:** equal lessons are one card. A card that a person forgets is gone; a run that used it
//! holds it in its own events.

use proviso_core::agent::memory::{Card, Lesson};
use rusqlite::{OptionalExtension, params};

use super::body::{self, Body};
use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE repair_card (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lesson TEXT NOT NULL UNIQUE,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    is_off INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER NOT NULL
) STRICT;
";

type Row = (i64, Body, u32, u32, bool, i64, i64);

impl Store {
    /// All cards that this program understands, from the first.
    pub fn cards(&self) -> Result<Vec<Card>, StoreError> {
        let rows: Vec<Row> = self.with("read cards", |it| {
            it.prepare(
                "SELECT id, version, lesson, wins, losses, is_off, created_at_ms, used_at_ms
                 FROM repair_card ORDER BY id",
            )?
            .query_map([], |row| {
                Ok((
                    row.get(0)?,
                    (row.get(1)?, row.get(2)?),
                    row.get(3)?,
                    row.get(4)?,
                    row.get(5)?,
                    row.get(6)?,
                    row.get(7)?,
                ))
            })?
            .collect()
        })?;
        let card = |(id, lesson, wins, losses, is_off, created_at_ms, used_at_ms): Row| {
            let lesson = self.understand(body::CARD, &lesson)?;
            Ok(Card { id, lesson, wins, losses, created_at_ms, used_at_ms, is_off })
        };
        body::understood(rows.into_iter().map(card))
    }

    /// Keeps a lesson with what it won and lost; one that is known has that added to it. Says which
    /// card it is.
    pub fn card_learn(
        &self,
        lesson: &Lesson,
        (wins, losses): (u32, u32),
        now_ms: i64,
    ) -> Result<i64, StoreError> {
        let lesson = self.body(body::CARD, lesson)?;
        self.with("keep a card", |it| {
            it.query_row(
                "INSERT INTO repair_card (lesson, wins, losses, created_at_ms, used_at_ms, version)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5)
                 ON CONFLICT (lesson) DO UPDATE SET wins = wins + excluded.wins,
                     losses = losses + excluded.losses, used_at_ms = excluded.used_at_ms
                 RETURNING id",
                params![lesson, wins, losses, now_ms, body::CARD.version],
                |row| row.get(0),
            )
        })
    }

    /// Notes how a card did.
    pub fn card_judge(&self, card: i64, won: bool, now_ms: i64) -> Result<(), StoreError> {
        self.with("note how a card did", |it| {
            it.execute(
                "UPDATE repair_card SET wins = wins + ?2, losses = losses + NOT ?2,
                     used_at_ms = ?3 WHERE id = ?1",
                params![card, won, now_ms],
            )
        })?;
        Ok(())
    }

    /// Changes a card: what it repairs and how, or whether it is used. False where there is no such
    /// card, or another one says the same.
    pub fn card_change(
        &self,
        card: i64,
        lesson: Option<&Lesson>,
        is_off: Option<bool>,
    ) -> Result<bool, StoreError> {
        let lesson = lesson.map(|it| self.body(body::CARD, it)).transpose()?;
        let changed = self.with("change a card", |it| {
            it.execute(
                "UPDATE OR IGNORE repair_card SET lesson = COALESCE(?2, lesson),
                     is_off = COALESCE(?3, is_off) WHERE id = ?1",
                params![card, lesson, is_off],
            )
        })?;
        Ok(changed > 0)
    }

    /// Forgets a card; false where there is none.
    pub fn card_forget(&self, card: i64) -> Result<bool, StoreError> {
        let found: Option<i64> = self.with("forget a card", |it| {
            it.query_row("DELETE FROM repair_card WHERE id = ?1 RETURNING id", [card], |row| {
                row.get(0)
            })
            .optional()
        })?;
        Ok(found.is_some())
    }
}

#[cfg(test)]
mod tests {
    use proviso_core::agent::memory::Hunk;

    use super::*;

    #[test]
    fn what_is_learned_twice_is_one_card_and_what_it_lost_counts() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("proviso.db")).unwrap();
        let hunk = Hunk { search: "a".to_owned(), replace: "b".to_owned() };
        let lesson = Lesson { signature: "mismatch: x".to_owned(), hunks: vec![hunk] };
        let one = store.card_learn(&lesson, (1, 0), 5).unwrap();
        assert_eq!(store.card_learn(&lesson, (1, 0), 7).unwrap(), one);
        store.card_judge(one, false, 9).unwrap();
        store.card_judge(one, true, 10).unwrap();
        let all = store.cards().unwrap();
        let it = &all[0];
        assert_eq!(
            (all.len(), it.wins, it.losses, it.created_at_ms, it.used_at_ms),
            (1, 3, 1, 5, 10)
        );
        assert!(store.card_change(one, None, Some(true)).unwrap());
        assert!(store.cards().unwrap()[0].is_off);
        let other = Lesson { signature: "mismatch: y".to_owned(), ..lesson.clone() };
        let two = store.card_learn(&other, (1, 0), 11).unwrap();
        assert!(!store.card_change(two, Some(&lesson), None).unwrap(), "there is one like it");
        assert!(store.card_forget(one).unwrap() && !store.card_forget(one).unwrap());
    }
}

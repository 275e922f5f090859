//! The memory of repairs: what is in it, and what people change in it.

use std::sync::Arc;

use proviso_core::agent::memory::{Card, Lesson};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::record::WorkspaceMemory;
use serde::{Deserialize, Serialize};

use crate::wire::Nothing;
use crate::{ApiError, App, Code, Records};

/// A card as it is listed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardView {
    /// The card.
    #[serde(flatten)]
    pub card: Card,
    /// How much it is to be trusted now, in thousandths.
    pub confidence: u32,
    /// Whether it is tried when its error comes.
    pub is_tried: bool,
}

/// A card.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfCard {
    /// Its number.
    pub card: i64,
}

/// What is to change in a card; what is left out stays.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ChangeCardReq {
    /// Its number.
    pub card: i64,
    /// Whether it is switched off.
    #[serde(default)]
    pub is_off: Option<bool>,
    /// What it repairs, and how.
    #[serde(default)]
    pub lesson: Option<Lesson>,
}

/// Cards of another workspace.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportCardsReq {
    /// As `cards.list` gave them.
    pub cards: Vec<Card>,
}

/// All cards, from the first.
pub async fn list(records: &Records, _: Nothing) -> Result<Vec<CardView>, ApiError> {
    let now = records.clock.now_ms();
    let view = |card: Card| CardView {
        confidence: card.confidence(now),
        is_tried: card.is_tried(now),
        card,
    };
    Ok(records.store.cards()?.into_iter().map(view).collect())
}

/// Changes a card.
pub async fn change(records: &Records, req: ChangeCardReq) -> Result<CardView, ApiError> {
    if let Some(lesson) = &req.lesson {
        sound(lesson)?;
    }
    let there = records.store.cards()?.iter().any(|it| it.id == req.card);
    if !there {
        return Err(missing(req.card));
    }
    if !records.store.card_change(req.card, req.lesson.as_ref(), req.is_off)? {
        return Err(ApiError::new(Code::BadRequest, "another card says the same"));
    }
    let all = list(records, Nothing {}).await?;
    all.into_iter().find(|it| it.card.id == req.card).ok_or_else(|| missing(req.card))
}

/// Forgets a card.
pub async fn forget(records: &Records, req: OfCard) -> Result<Nothing, ApiError> {
    if records.store.card_forget(req.card)? { Ok(Nothing {}) } else { Err(missing(req.card)) }
}

/// Takes cards over from another workspace, with what they won and lost there.
pub async fn import(records: &Records, req: ImportCardsReq) -> Result<Vec<CardView>, ApiError> {
    req.cards.iter().try_for_each(|it| sound(&it.lesson))?;
    for it in &req.cards {
        records.store.card_learn(&it.lesson, (it.wins, it.losses), records.clock.now_ms())?;
    }
    list(records, Nothing {}).await
}

fn sound(lesson: &Lesson) -> Result<(), ApiError> {
    let is_blank = |it: &str| it.trim().is_empty();
    if is_blank(&lesson.signature) || lesson.hunks.iter().all(|it| is_blank(&it.search)) {
        let message = "a card needs an error and lines that it searches for";
        return Err(ApiError::new(Code::BadRequest, message));
    }
    Ok(())
}

fn missing(card: i64) -> ApiError {
    ApiError::new(Code::NotFound, format!("no card {card}")).hint("`proviso cards` lists them")
}

/// The memory of a workspace, as runs use it; an empty one where there is none, or where it is switched
/// off.
pub(crate) fn memory(app: &App, space: Option<Arc<OpenWorkspace>>) -> WorkspaceMemory {
    let used = app.state().kept.shared.repair_memory.unwrap_or(true);
    WorkspaceMemory::new(space.filter(|_| used), Arc::clone(&app.clock))
}

//! Remembered repairs: `cards`.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use proviso_api::cards::{self, CardView, ChangeCardReq, ImportCardsReq, OfCard};
use proviso_api::{ApiError, App, Card, Code, Lesson, Nothing, settings};

use crate::arguments::CardAction;
use crate::paint::{Role, safe};
use crate::printer::Printer;

pub(super) async fn cards(
    app: &Arc<App>,
    printer: &Printer,
    action: Option<CardAction>,
) -> Result<u8, ApiError> {
    let records = &app.records()?;
    let change =
        |card, is_off, lesson| cards::change(records, ChangeCardReq { card, is_off, lesson });
    let all = match action.unwrap_or(CardAction::List) {
        CardAction::List => cards::list(records, Nothing {}).await?,
        CardAction::On { card } => vec![change(card, Some(false), None).await?],
        CardAction::Off { card } => vec![change(card, Some(true), None).await?],
        CardAction::Edit { card } => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|err| bad("cannot read standard input", &err))?;
            let lesson: Lesson =
                serde_json::from_str(&text).map_err(|err| bad("this is no lesson", &err))?;
            vec![change(card, None, Some(lesson)).await?]
        }
        CardAction::Forget { card } => {
            cards::forget(records, OfCard { card }).await?;
            return Ok(0);
        }
        CardAction::Export => {
            let all = cards::list(records, Nothing {}).await?;
            let all: Vec<Card> = all.into_iter().map(|it| it.card).collect();
            printer.json(&all);
            return Ok(0);
        }
        CardAction::Import { file } => {
            let cards = exported(&file)?;
            cards::import(records, ImportCardsReq { cards }).await?
        }
        CardAction::Enable => return used(app, printer, true).await,
        CardAction::Disable => return used(app, printer, false).await,
    };
    if printer.json {
        printer.json(&all);
        return Ok(0);
    }
    if all.is_empty() {
        printer.note(printer.language.of("기억한 수정이 없습니다", "no repair is remembered"));
    }
    for it in &all {
        printer.data(&told(it, printer));
    }
    Ok(0)
}

async fn used(app: &Arc<App>, printer: &Printer, used: bool) -> Result<u8, ApiError> {
    let patch = settings::SettingsPatch { repair_memory: Some(Some(used)), ..Default::default() };
    settings::set(app, patch).await?;
    printer.note(printer.language.of("됐습니다", "done"));
    Ok(0)
}

fn exported(file: &Path) -> Result<Vec<Card>, ApiError> {
    let what = format!("`{}` holds no cards", file.display());
    let text = std::fs::read_to_string(file).map_err(|err| bad(&what, &err))?;
    serde_json::from_str(&text).map_err(|err| bad(&what, &err))
}

fn bad(message: &str, err: &dyn std::error::Error) -> ApiError {
    let mut it = ApiError::new(Code::BadRequest, message);
    it.detail.push(err.to_string());
    it
}

fn told(it: &CardView, printer: &Printer) -> String {
    let Card { id, lesson, wins, losses, .. } = &it.card;
    let (language, paint) = (printer.language, printer.paint);
    let state = match (it.card.is_off, it.is_tried) {
        (true, _) => language.of("끔", "off"),
        (false, true) => language.of("씀", "used"),
        (false, false) => language.of("밀려남", "demoted"),
    };
    let head = language
        .of(
            &format!("#{id} {state}, 성공 {wins}, 실패 {losses}"),
            &format!("#{id} {state}, {wins} won, {losses} lost"),
        )
        .to_owned();
    let mut out = format!("{}  {}", paint.dye(Role::Strong, &head), safe(&lesson.signature));
    for hunk in &lesson.hunks {
        for (sign, role, text) in [('-', Role::Bad, &hunk.search), ('+', Role::Good, &hunk.replace)]
        {
            for line in safe(text).lines() {
                out += &format!("\n    {}", paint.dye(role, &format!("{sign} {line}")));
            }
        }
    }
    out
}

//! Whose a value is: which side of the document, and which party where no side is known.
//!
//! **Invariant:** a value of no party is nobody's; whose a value is never depends on what it is.

use super::plan::Plan;
use super::role::{Roles, is_organization, own};
use crate::analysis::{Evidence, Field, FieldId};
use crate::value::Kind;

/// A party of a document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// One of a known side, by its word: `supplier`.
    Role(&'static str),
    /// One of no known side, by the field that names it.
    Nameless(FieldId),
}

/// The parties of a document with their sides.
pub(super) struct Parties<'a> {
    roles: Roles,
    /// Those that act through others.
    organizations: Vec<&'a Field>,
}

impl<'a> Parties<'a> {
    pub(super) fn of(plan: &Plan<'a>) -> Parties<'a> {
        let organizations = plan.analysis.fields.iter().filter(|it| is_organization(it)).collect();
        Parties { roles: Roles::of(plan), organizations }
    }

    /// The side of a party.
    fn side(&self, party: &Field) -> Side {
        match self.roles.role_of(party) {
            Some(role) => Side::Role(role.name),
            None => Side::Nameless(party.id),
        }
    }

    /// The word that the document has for a role.
    pub(super) fn label(&self, plan: &Plan<'_>, role: &str) -> String {
        let roles = plan.analysis.fields.iter().filter_map(|it| self.roles.role_of(it));
        roles.into_iter().find(|it| it.name == role).map_or_else(String::new, |it| it.label)
    }

    /// Whose a value is; none where it is nobody's.
    pub(super) fn whose(&self, field: &Field) -> Option<Side> {
        let role = || self.roles.role_of(field).map(|it| Side::Role(it.name));
        let nearest = || nearest(field, &self.organizations).map(|it| self.side(it));
        match field.value.kind() {
            Kind::Party if is_organization(field) => Some(self.side(field)),
            Kind::Party => role().or_else(|| self.represented(field)),
            Kind::RegistrationNumber | Kind::Phone | Kind::Email => role().or_else(nearest),
            Kind::Money | Kind::Rate | Kind::Quantity | Kind::Date | Kind::Period => None,
            Kind::Text if is_of_party(field) => role().or_else(nearest),
            // A heading beside a text is seldom its own; its label may well be.
            Kind::Text => own(field).map(|it| Side::Role(it.name)),
        }
    }

    /// The side of a party that stands near enough for a person to speak for it.
    fn represented(&self, person: &Field) -> Option<Side> {
        const REACH: f32 = 90.0;
        let party = nearest(person, &self.organizations)?;
        let (a, b) = (&person.evidence, &party.evidence);
        let (own, its) = (a.boxes.first()?, b.boxes.first()?);
        let (x, y) = (own.center().0 - its.center().0, own.center().1 - its.center().1);
        let near = (a.document, a.page) == (b.document, b.page)
            && y > -own.height() * 1.5
            && y < REACH
            && x.abs() < 2.0 * REACH;
        near.then(|| self.side(party))
    }
}

/// Whether a text tells something about a party: where it is, who speaks for it, what it does.
fn is_of_party(field: &Field) -> bool {
    let words = ["representative", "address", "business", "account", "bank", "contact", "phone"];
    let name = field.meaning.as_deref().unwrap_or(&field.name).to_ascii_lowercase();
    words.iter().any(|it| name.contains(it))
}

/// The party whose name stands nearest: before or beside the field on its page, in its column.
fn nearest<'a>(field: &Field, parties: &[&'a Field]) -> Option<&'a Field> {
    let place = |it: &Evidence| it.boxes.first().copied();
    let own = place(&field.evidence)?;
    let on_page = parties.iter().filter(|it| {
        (it.evidence.document, it.evidence.page) == (field.evidence.document, field.evidence.page)
    });
    let distance = |it: &&&Field| {
        let other = place(&it.evidence)?;
        let (x, y) = (own.center().0 - other.center().0, own.center().1 - other.center().1);
        // What stands above a party's name by more than a line is hardly its own.
        let above = if y < -own.height() * 1.5 { 4.0 } else { 1.0 };
        Some((x.abs() + y.abs() * above).to_bits())
    };
    let by_place = on_page.filter_map(|it| Some((distance(&it)?, *it)));
    by_place
        .min_by_key(|it| (it.0, it.1.id))
        .map(|it| it.1)
        .or_else(|| parties.iter().rfind(|it| it.id < field.id).or(parties.first()).copied())
}

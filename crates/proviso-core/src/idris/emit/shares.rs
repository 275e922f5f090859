//! How well a model reads, in numbers: what reviewers stumble over, counted.

use super::declared::{KINDS, is_carried};
use super::plan::Plan;
use crate::analysis::Analysis;

/// Counts over the modules of one analysis or several.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shares {
    /// Names of values, parts, proofs, columns and types.
    pub names: usize,
    /// Those that end in a number which the paper does not print.
    pub numbered: Vec<String>,
    /// Rules that are stated.
    pub rules: usize,
    /// Those whose proofs are in the record of a thing, not in the document itself.
    pub carried: usize,
    /// The records of the models.
    pub records: usize,
    /// Those that are called by a kind of value.
    pub by_kind: Vec<String>,
    /// The most values and parts that one record has.
    pub widest: usize,
    /// Parts that share their record with another.
    pub shared: usize,
}

impl Shares {
    /// Adds what was counted of another analysis.
    pub fn add(&mut self, other: Shares) {
        self.names += other.names;
        self.numbered.extend(other.numbered);
        self.rules += other.rules;
        self.carried += other.carried;
        self.records += other.records;
        self.by_kind.extend(other.by_kind);
        self.widest = self.widest.max(other.widest);
        self.shared += other.shared;
    }
}

/// Counts what the built-in model of an analysis has.
pub fn shares(project: &str, analysis: &Analysis) -> Shares {
    let plan = Plan::new(project, analysis);
    let Plan { tree, homes, declared, .. } = &plan;
    let mut names: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, part) in tree.parts.iter().enumerate() {
        for it in &part.members {
            names.push((it.name.clone(), tree.slots_of(it.holds)));
        }
        names.extend(homes.proofs(at).map(|it| (it.1.to_owned(), tree.slots(at))));
    }
    names.extend(declared.order.iter().map(|it| (declared.types[*it].clone(), tree.slots(*it))));
    names.extend(plan.slots.iter().enumerate().map(|(at, it)| (it.name.clone(), vec![at])));
    names.extend(plan.parts.iter().map(|it| (it.field.clone(), it.slots.clone().collect())));
    let printed = |digits: &str, slots: &[usize]| {
        let fields = slots.iter().filter_map(|it| plan.slot_field(*it));
        fields.flat_map(|it| it.also.iter().chain([&it.label])).any(|it| it.contains(digits))
    };
    let mut numbered: Vec<String> = names
        .iter()
        .filter(|(name, slots)| {
            let digits = &name[name.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
            !digits.is_empty() && !printed(digits, slots)
        })
        .map(|it| it.0.clone())
        .collect();
    let mut n_names = names.len();
    for table in &plan.tables {
        n_names += 1 + table.columns.len();
        let columns = table.columns.iter().filter(|it| {
            let digits = &it.name[it.name.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
            !digits.is_empty() && !it.label.contains(digits)
        });
        numbered.extend(columns.map(|it| it.name.clone()));
        numbered.extend(
            Some(table.row_type.clone()).filter(|it| it.ends_with(|c: char| c.is_ascii_digit())),
        );
    }
    let records = || declared.order.iter().map(|it| &declared.types[*it]);
    let of_kind = |it: &&String| KINDS.contains(&it.trim_end_matches(|c: char| c.is_ascii_digit()));
    Shares {
        names: n_names,
        numbered,
        rules: homes.kept.len(),
        carried: homes.kept.iter().filter(|it| is_carried(tree, it)).count(),
        records: declared.order.len(),
        by_kind: records().filter(of_kind).cloned().collect(),
        widest: tree.parts.iter().map(|it| it.members.len()).max().unwrap_or_default(),
        shared: tree.parts.len() - declared.order.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::idris::emit::tests::sample;

    #[test]
    fn models_stay_as_readable_as_they_are() {
        let mut all = Shares::default();
        for name in ["contract", "invoice", "refuted", "wide", "currencies", "exchange", "steps"] {
            all.add(shares("Sample", &sample(name)));
        }
        assert!(all.names > 200 && all.rules > 30, "{} names, {} rules", all.names, all.rules);
        assert!(all.numbered.len() * 50 <= all.names, "of {}: {:?}", all.names, all.numbered);
        assert!(all.carried * 10 >= all.rules * 8, "{} of {}", all.carried, all.rules);
        assert_eq!(all.by_kind, Vec::<String>::new(), "a thing is no kind of value");
        assert!(all.widest <= super::super::tree::WIDTH, "{}", all.widest);
    }
}

//! Document types as data: names, label vocabulary and rule templates, one TOML file per type.
//!
//! **Invariant:** a new type is a new file; no code names a type. `common.toml` is no type: its
//! labels and rules belong to all of them.
//!
//! ```toml
//! name = "invoice"
//! titles = ["세금계산서", "거래명세서", "invoice"]        # what titles contain, spaces ignored
//! hints = ["공급받는자", "bill to"]                      # words that speak for the type
//!
//! [[label]]
//! meaning = "supply"            # identifier in snake_case, in rules and (as supply, …) in Idris
//! kind = "money"                # the kind expected under the label; optional
//! ko = ["공급가액", "공급가"]
//! en = ["subtotal", "net amount"]
//! other = ["Nettobetrag"]       # any other language
//!
//! [[rule]]
//! name = "grand_total"
//! expression = "grand_total = supply + vat"   # +, -, *, sum(items.amount), floor(…), half_up(…, 0.01)
//! ko = "합계 = 공급가액 + 부가세"
//! en = "the total is the net amount plus VAT"
//!
//! [[structure]]
//! name = "payment"                      # what a model calls it
//! record = "PaymentPlan"                # its type
//! part = "Instalment"                   # the type of each of its parts that has several values
//! members = { deposit = "advance" }     # meanings, and what a value of each is called in it
//! slots = { money = "amount" }          # kinds, and what several values of one meaning are called
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::remark::Remark;
use crate::value::Kind;

/// One document type, as its file says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentType {
    /// Its name; equal to the file's stem.
    pub name: String,
    /// The name in Korean, for people.
    #[serde(default)]
    pub ko: String,
    /// The name in English, for people.
    #[serde(default)]
    pub en: String,
    /// What belongs to it, in one sentence, in Korean.
    #[serde(default)]
    pub about_ko: String,
    /// The same in English.
    #[serde(default)]
    pub about: String,
    /// What the title contains; longer ones weigh more.
    #[serde(default)]
    pub titles: Vec<String>,
    /// Words anywhere that speak for the type.
    #[serde(default)]
    pub hints: Vec<String>,
    /// Whether it takes the documents that no title and no hint tells.
    #[serde(default)]
    pub fallback: bool,
    /// Label vocabulary.
    #[serde(default, rename = "label")]
    pub labels: Vec<LabelEntry>,
    /// Rule templates.
    #[serde(default, rename = "rule")]
    pub rules: Vec<RuleTemplate>,
    /// Which values are one thing; in `common.toml` only, which the writer of models carries embedded.
    #[serde(default, rename = "structure")]
    pub structures: Vec<Structure>,
}

/// Labels that mean the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelEntry {
    /// Identifier in snake_case.
    pub meaning: String,
    /// The kind expected under it.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Whether it heads columns of item tables only.
    #[serde(default)]
    pub column: bool,
    /// Korean labels.
    #[serde(default)]
    pub ko: Vec<String>,
    /// English labels.
    #[serde(default)]
    pub en: Vec<String>,
    /// Labels in other languages.
    #[serde(default)]
    pub other: Vec<String>,
}

/// Values that are one thing of the business, and what each is called in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Structure {
    /// Identifier in snake_case.
    pub name: String,
    /// The type of its record, in upper camel case.
    pub record: String,
    /// The type of a part of it that has several values; parts without one are called by their names.
    #[serde(default)]
    pub part: String,
    /// In Korean.
    #[serde(default)]
    pub ko: String,
    /// In English.
    #[serde(default)]
    pub en: String,
    /// Meanings, and what a value of each is called; where it is called nothing, its values are
    /// members of the structure themselves.
    pub members: BTreeMap<String, String>,
    /// Words in labels of no meaning, for values that stand right behind one of the structure.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// Kinds, and what the values of one meaning are called where it has several.
    #[serde(default)]
    pub slots: BTreeMap<Kind, String>,
}

/// A rule that documents of the type keep, where they have its fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleTemplate {
    /// Identifier in snake_case.
    pub name: String,
    /// `result = expression` over meanings.
    pub expression: String,
    /// In Korean.
    #[serde(default)]
    pub ko: String,
    /// In English.
    #[serde(default)]
    pub en: String,
}

/// Why a document-types file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{file}`: {message}")]
pub struct DocumentTypeError {
    /// The file.
    pub file: String,
    /// What is wrong, with line where known.
    pub message: String,
}

/// All document types, the shared vocabulary apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentTypes {
    /// `common.toml`.
    pub common: DocumentType,
    /// The others, by name.
    pub types: Vec<DocumentType>,
}

impl DocumentType {
    /// What people call it; its own name where a file does not say.
    pub fn named(&self) -> Remark {
        let or_name = |text: &str| {
            let said = if text.is_empty() { self.name.as_str() } else { text };
            said.to_owned()
        };
        Remark::new(or_name(&self.en), or_name(&self.ko))
    }
}

impl DocumentTypes {
    /// Reads `(file name, text)` pairs; the order of the result does not depend on theirs.
    pub fn parse(files: &[(String, String)]) -> Result<DocumentTypes, DocumentTypeError> {
        let mut common = None;
        let mut types = Vec::new();
        for (file, text) in files {
            let error = |message: String| DocumentTypeError { file: file.clone(), message };
            let it: DocumentType = toml::from_str(text).map_err(|err| error(err.to_string()))?;
            let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".toml");
            if it.name != stem {
                return Err(error(format!("the name `{}` is not the file's stem", it.name)));
            }
            if it.name == "common" { common = Some(it) } else { types.push(it) }
        }
        types.sort_by(|a: &DocumentType, b| a.name.cmp(&b.name));
        let missing = || DocumentTypeError {
            file: "common.toml".to_owned(),
            message: "the shared vocabulary is missing".to_owned(),
        };
        Ok(DocumentTypes { common: common.ok_or_else(missing)?, types })
    }

    /// The type of a name.
    pub fn get(&self, name: &str) -> Option<&DocumentType> {
        self.types.iter().find(|it| it.name == name)
    }
}

#[cfg(test)]
impl DocumentTypes {
    /// The types that come with Proviso, and `more`, for tests.
    pub(crate) fn shipped(more: &[(&str, &str)]) -> DocumentTypes {
        const FILES: [(&str, &str); 8] = [
            ("common.toml", include_str!("../../../document-types/common.toml")),
            ("approval.toml", include_str!("../../../document-types/approval.toml")),
            ("contract.toml", include_str!("../../../document-types/contract.toml")),
            ("invoice.toml", include_str!("../../../document-types/invoice.toml")),
            ("other.toml", include_str!("../../../document-types/other.toml")),
            ("payslip.toml", include_str!("../../../document-types/payslip.toml")),
            ("quotation.toml", include_str!("../../../document-types/quotation.toml")),
            ("statement.toml", include_str!("../../../document-types/statement.toml")),
        ];
        let files: Vec<(String, String)> =
            FILES.iter().chain(more).map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
        DocumentTypes::parse(&files).unwrap()
    }
}

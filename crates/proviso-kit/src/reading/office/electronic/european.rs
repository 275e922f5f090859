//! An invoice by the European standard (EN 16931), whichever syntax it is written in; names are those
//! of the standard's business terms.

use super::bill::{Bill, Labelled, Lines, Party, Words, numbers, words};
use super::write::{date, decimals, number, percent};

/// What is said somewhere, as it is written there.
pub(super) type Said<'a> = Option<&'a str>;

/// An invoice or a credit note.
#[derive(Debug, Default)]
pub(super) struct Invoice<'a> {
    pub is_credit: bool,
    pub number: Said<'a>,
    pub issued: Said<'a>,
    pub due: Said<'a>,
    pub delivered: Said<'a>,
    pub period: (Said<'a>, Said<'a>),
    pub order: Said<'a>,
    pub contract: Said<'a>,
    pub preceding: Said<'a>,
    pub buyer_reference: Said<'a>,
    pub currency: Said<'a>,
    pub seller: Option<Named<'a>>,
    pub buyer: Option<Named<'a>>,
    pub payee: Option<Named<'a>>,
    pub lines: Vec<Line<'a>>,
    pub extras: Vec<Extra<'a>>,
    pub taxes: Vec<Tax<'a>>,
    pub totals: Totals<'a>,
    pub accounts: Vec<&'a str>,
    pub payment_reference: Said<'a>,
    pub terms: Said<'a>,
    pub notes: Vec<&'a str>,
}

/// Somebody who is named.
#[derive(Debug, Default)]
pub(super) struct Named<'a> {
    pub name: Said<'a>,
    pub vat: Said<'a>,
    pub registration: Said<'a>,
    /// Street, town with its code, country.
    pub address: Vec<String>,
    pub contact: Said<'a>,
    pub phone: Said<'a>,
    pub email: Said<'a>,
}

/// A line.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    pub id: Said<'a>,
    pub name: Said<'a>,
    pub quantity: Said<'a>,
    pub unit: Said<'a>,
    pub price: Said<'a>,
    /// For how many the price is.
    pub per: Said<'a>,
    pub extras: Vec<Extra<'a>>,
    pub rate: Said<'a>,
    pub amount: Said<'a>,
}

/// What is taken off or put on.
#[derive(Debug, Default)]
pub(super) struct Extra<'a> {
    pub is_charge: bool,
    pub reason: Said<'a>,
    pub rate: Said<'a>,
    pub amount: Said<'a>,
}

/// The tax of a rate.
#[derive(Debug, Default)]
pub(super) struct Tax<'a> {
    pub rate: Said<'a>,
    pub basis: Said<'a>,
    pub amount: Said<'a>,
}

/// Sums.
#[derive(Debug, Default)]
pub(super) struct Totals<'a> {
    pub lines: Said<'a>,
    pub allowances: Said<'a>,
    pub charges: Said<'a>,
    pub without_tax: Said<'a>,
    pub tax: Said<'a>,
    pub with_tax: Said<'a>,
    pub prepaid: Said<'a>,
    pub rounding: Said<'a>,
    pub due: Said<'a>,
}

impl Invoice<'_> {
    pub(super) fn bill(&self) -> Bill {
        let money = Money { n_decimals: self.currency.map_or(0, decimals) };
        let totals = &self.totals;
        let sums = [
            ("Total of lines", totals.lines),
            ("Total of allowances", totals.allowances),
            ("Total of charges", totals.charges),
            ("Total without VAT", totals.without_tax),
            ("Total VAT", totals.tax),
            ("Total with VAT", totals.with_tax),
            ("Prepaid amount", totals.prepaid),
            ("Rounding", totals.rounding),
            ("Amount due", totals.due),
        ];
        let parties = [(&self.seller, "Seller"), (&self.buyer, "Buyer"), (&self.payee, "Payee")];
        let mut notes: Vec<Labelled> =
            self.accounts.iter().map(|it| ("Account", (*it).to_owned())).collect();
        notes.extend(self.payment_reference.map(|it| ("Payment reference", it.to_owned())));
        notes.extend(self.terms.map(|it| ("Payment terms", in_a_line(it))));
        Bill {
            words: Words::English,
            title: if self.is_credit { "CREDIT NOTE" } else { "INVOICE" }.to_owned(),
            head: self.head(),
            parties: parties
                .into_iter()
                .filter_map(|(it, role)| Some(Party { role, says: it.as_ref()?.says() }))
                .collect(),
            tables: vec![
                ("", self.lines(&money)),
                ("Allowances and charges", self.extras(&money)),
                ("VAT", self.taxes(&money)),
            ],
            sums: sums.into_iter().filter_map(|(name, it)| Some((name, money.of(it?)))).collect(),
            notes,
            remarks: self.notes.iter().map(|it| in_a_line(it)).collect(),
        }
    }

    fn head(&self) -> Vec<Labelled> {
        let number = if self.is_credit { "Credit note number" } else { "Invoice number" };
        let day = |it: Said<'_>| it.map(date);
        let plain = |it: Said<'_>| it.map(str::to_owned);
        let all = [
            (number, plain(self.number)),
            ("Issue date", day(self.issued)),
            ("Due date", day(self.due)),
            ("Delivery date", day(self.delivered)),
            ("Period from", day(self.period.0)),
            ("Period to", day(self.period.1)),
            ("Order number", plain(self.order)),
            ("Contract number", plain(self.contract)),
            ("Preceding invoice", plain(self.preceding)),
            ("Buyer reference", plain(self.buyer_reference)),
            ("Currency", plain(self.currency)),
        ];
        all.into_iter().filter_map(|(name, it)| Some((name, it?))).collect()
    }

    fn lines(&self, money: &Money) -> Lines {
        let headings = vec![
            words("No."),
            words("Description"),
            numbers("Quantity"),
            words("Unit"),
            numbers("Unit price"),
            numbers("Price per"),
            numbers("Allowance"),
            numbers("Charge"),
            numbers("VAT rate"),
            numbers("Amount"),
        ];
        let row = |it: &Line<'_>| {
            let part = |is_charge| {
                let mut some = it.extras.iter().filter(|it| it.is_charge == is_charge);
                match (some.next(), some.next()) {
                    (Some(one), None) => money.or_blank(one.amount),
                    // What several come to only the line's amount says.
                    _ => String::new(),
                }
            };
            vec![
                it.id.unwrap_or_default().to_owned(),
                it.name.map_or(String::new(), in_a_line),
                it.quantity.map_or(String::new(), |it| number(it, 0)),
                it.unit.map_or(String::new(), |it| unit(it).to_owned()),
                money.or_blank(it.price),
                it.per.map(|it| number(it, 0)).filter(|it| it != "1").unwrap_or_default(),
                part(false),
                part(true),
                it.rate.map_or(String::new(), percent),
                money.or_blank(it.amount),
            ]
        };
        Lines { headings, rows: self.lines.iter().map(row).collect() }
    }

    fn extras(&self, money: &Money) -> Lines {
        let headings =
            vec![words("Reason"), numbers("VAT rate"), numbers("Allowance"), numbers("Charge")];
        let row = |it: &Extra<'_>| {
            let amount = money.or_blank(it.amount);
            let (off, on) =
                if it.is_charge { (String::new(), amount) } else { (amount, String::new()) };
            let reason = it.reason.map_or(String::new(), in_a_line);
            vec![reason, it.rate.map_or(String::new(), percent), off, on]
        };
        Lines { headings, rows: self.extras.iter().map(row).collect() }
    }

    fn taxes(&self, money: &Money) -> Lines {
        let headings = vec![numbers("VAT rate"), numbers("Taxable amount"), numbers("VAT amount")];
        let row = |it: &Tax<'_>| {
            let rate = it.rate.map_or(String::new(), percent);
            vec![rate, money.or_blank(it.basis), money.or_blank(it.amount)]
        };
        Lines { headings, rows: self.taxes.iter().map(row).collect() }
    }
}

impl Named<'_> {
    fn says(&self) -> Vec<Labelled> {
        let address: Vec<String> =
            self.address.iter().filter(|it| !it.trim().is_empty()).cloned().collect();
        let all = [
            ("Name", self.name.map(in_a_line)),
            ("VAT ID", self.vat.map(str::to_owned)),
            ("Registration number", self.registration.map(str::to_owned)),
            ("Address", (!address.is_empty()).then(|| address.join(", "))),
            ("Contact", self.contact.map(in_a_line)),
            ("Phone", self.phone.map(str::to_owned)),
            ("Email", self.email.map(str::to_owned)),
        ];
        all.into_iter().filter_map(|(name, it)| Some((name, it?))).collect()
    }
}

/// How amounts of an invoice are written.
struct Money {
    n_decimals: usize,
}

impl Money {
    fn of(&self, text: &str) -> String {
        number(text, self.n_decimals)
    }

    fn or_blank(&self, text: Said<'_>) -> String {
        text.map_or(String::new(), |it| self.of(it))
    }
}

/// A text without its line breaks.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Codes of units that everybody writes otherwise (UN/ECE Recommendation 20).
fn unit(code: &str) -> &str {
    match code {
        "C62" | "H87" | "EA" => "pcs",
        "KGM" => "kg",
        "GRM" => "g",
        "TNE" => "t",
        "LTR" => "l",
        "MTR" => "m",
        "CMT" => "cm",
        "MMT" => "mm",
        "KMT" | "KTM" => "km",
        "MTK" => "m²",
        "MTQ" => "m³",
        "KWH" => "kWh",
        "MIN" => "min",
        "HUR" => "hours",
        "DAY" => "days",
        "WEE" => "weeks",
        "MON" => "months",
        "ANN" => "years",
        "P1" => "%",
        "LS" => "lump sum",
        other => other,
    }
}

//! What papers are about: each structure draws its values and says which relations hold.
//!
//! **Invariant:** a structure knows no style and no label; it names meanings of `words.toml`.

use super::draft::Draft;
use super::facts::{Block, Currency, Id, Paper, Relation, Value};

/// Fills a paper of a structure. None for a name that `words.toml` has and nobody wrote.
pub(super) fn fill(structure: &str, mut draft: Draft<'_>) -> Option<Paper> {
    let (title, document_type) = match structure {
        "invoice" => ("title_invoice", "invoice"),
        "quotation" => ("title_quotation", "quotation"),
        "contract" => ("title_contract", "contract"),
        "ledger" => ("title_ledger", "statement"),
        "payslip" => ("title_payslip", "payslip"),
        "approval" => ("title_approval", "approval"),
        "lease" => ("title_lease", "contract"),
        "travel" => ("title_travel", "approval"),
        "meter" => ("title_meter", "statement"),
        "withholding" => ("title_withholding", "statement"),
        _ => return None,
    };
    let title = draft.label(title);
    match structure {
        "invoice" | "quotation" => items(&mut draft, structure == "invoice"),
        "contract" => contract(&mut draft),
        "ledger" => ledger(&mut draft),
        "payslip" => payslip(&mut draft),
        "approval" => approval(&mut draft),
        "lease" => lease(&mut draft),
        "travel" => travel(&mut draft),
        "meter" => meter(&mut draft),
        _ => withholding(&mut draft),
    }
    Some(draft.finish(structure, document_type, title))
}

/// Goods with quantity, price and amount, perhaps a tax on each; net, tax and total.
fn items(d: &mut Draft<'_>, is_invoice: bool) {
    let mut head = d.parties("supplier", "buyer");
    if is_invoice {
        head.extend(d.days("issue_date", "due_date", 45));
    } else {
        let day = d.day();
        head.push(d.fact("issue_date", Value::Date(day)));
        let months = *d.chance.pick(&[6, 12, 24]);
        head.push(d.fact("warranty", Value::Months(months)));
    }
    d.pairs(head);
    let n = d.chance.below(6) + 2;
    let with_tax = d.korean && d.chance.percent(40);
    let (mut rows, mut amounts, mut taxes) = (Vec::new(), Vec::new(), Vec::new());
    for (line, name) in d.names("goods", n).into_iter().enumerate() {
        let quantity = d.chance.between(1, 60);
        let price = d.amount(2, 180);
        let quantity_id = d.cell("quantity", line, Value::Quantity(quantity));
        let value = d.money(price);
        let price_id = d.cell("unit_price", line, value);
        let value = d.money(price * quantity);
        let amount = d.cell("amount", line, value);
        d.relations.push(Relation::Product(vec![quantity_id, price_id], amount));
        let mut row = vec![quantity_id, price_id, amount];
        if with_tax {
            let value = d.money(price * quantity / 10);
            let tax = d.cell("line_tax", line, value);
            d.relations.push(Relation::Untold(amount, (1, 10), tax, 1));
            row.push(tax);
            taxes.push(tax);
        }
        amounts.push(amount);
        rows.push((name, row));
    }
    if with_tax {
        let supply = d.sum("supply", &amounts);
        let tax = d.sum("vat", &taxes);
        let total = Some(("subtotal", vec![None, None, Some(supply), Some(tax)]));
        let label = d.label("subtotal");
        d.facts[supply].labels.push(label.clone());
        d.facts[tax].labels.push(label);
        // In a row of totals the columns' heads name the amounts.
        let heads = [d.label("amount"), d.label("line_tax")];
        let [amount, line_tax] = heads;
        d.facts[supply].labels[0] = amount;
        d.facts[tax].labels[0] = line_tax;
        d.table(&["item", "quantity", "unit_price", "amount", "line_tax"], rows, total);
        let total = d.sum("total", &[supply, tax]);
        d.pairs(vec![total]);
        d.in_words(total);
        return;
    }
    let mut below = Vec::new();
    let has_discount = d.chance.percent(30);
    let supply = if has_discount {
        let subtotal = d.sum("subtotal", &amounts);
        let percent = *d.chance.pick(&[3, 5, 10, 15]);
        let rate = d.fact("discount_rate", Value::Rate(percent, 100));
        let discount = d.share("discount", subtotal, rate, 1);
        let value = d.money(d.of(subtotal) - d.of(discount));
        let supply = d.fact("supply", value);
        d.relations.push(Relation::Difference(vec![subtotal, discount], supply));
        below.extend([subtotal, rate, discount, supply]);
        supply
    } else {
        let supply = d.sum("supply", &amounts);
        below.push(supply);
        supply
    };
    d.table(&["item", "quantity", "unit_price", "amount"], rows, None);
    let (rate, tax) = d.tax(supply);
    let total = d.sum("total", &[supply, tax]);
    below.extend(rate);
    below.extend([tax, total]);
    d.pairs(below);
    d.in_words(total);
}

/// A price with its tax, and instalments whose shares make up the whole.
fn contract(d: &mut Draft<'_>) {
    let parties = d.parties("buyer", "supplier");
    d.pairs(parties);
    let amount = d.amount(40, 900) / 1_000 * 100_000;
    let value = d.money(amount);
    let supply = d.fact("supply", value);
    let (rate, tax) = d.tax(supply);
    let price = d.sum("price", &[supply, tax]);
    let mut prices = vec![supply];
    prices.extend(rate);
    prices.extend([tax, price]);
    d.pairs(prices);
    d.in_words(price);
    let days = d.days("start_date", "end_date", 500);
    let months = *d.chance.pick(&[6, 12, 18, 24]);
    let warranty = d.fact("warranty", Value::Months(months));
    d.pairs(vec![days[0], days[1], warranty]);
    // Where a half is the sum of other shares, amounts agree by chance: such contracts are common.
    const SHARES: [&[i64]; 8] = [
        &[30, 40, 30],
        &[20, 50, 30],
        &[50, 30, 20],
        &[10, 40, 50],
        &[10, 60, 30],
        &[40, 60],
        &[30, 70],
        &[15, 50, 35],
    ];
    let shares = *d.chance.pick(&SHARES);
    let names: &[&str] = if shares.len() == 2 {
        &["deposit", "balance"]
    } else {
        &["deposit", "interim", "balance"]
    };
    let Value::Date(mut day) = d.facts[days[0]].value else { return };
    let (mut rows, mut parts, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    let mut before: Option<Id> = None;
    for (name, share) in names.iter().zip(shares) {
        let label = d.label(name);
        let rate = d.crossed(&label, "share", Value::Rate(*share, 100));
        let part = d.share("amount", price, rate, 1);
        d.facts[part].labels.push(label.clone());
        day += d.chance.between(14, 90);
        let due = d.crossed(&label, "due_date", Value::Date(day));
        if let Some(before) = before.replace(due) {
            d.relations.push(Relation::Ordered(before, due));
        }
        rows.push((label, vec![rate, part, due]));
        parts.push(part);
        rates.push(rate);
    }
    d.relations.push(Relation::Sum(parts, price));
    d.relations.push(Relation::Whole(rates));
    d.table(&["stage", "share", "amount", "due_date"], rows, None);
    let note = if d.korean {
        "양 당사자는 본 계약을 신의에 따라 성실히 이행한다."
    } else {
        "The parties shall perform this agreement in good faith."
    };
    d.blocks.push(Block::Note(note.to_owned()));
}

/// Balances of several accounts carried on, and their sums.
fn ledger(d: &mut Draft<'_>) {
    let mut head = d.parties("supplier", "buyer");
    let day = d.day();
    head.push(d.fact("issue_date", Value::Date(day)));
    d.pairs(head);
    const MEANINGS: [&str; 4] = ["opening", "increase", "decrease", "closing"];
    let n = d.chance.below(4) + 3;
    let mut rows = Vec::new();
    let mut columns: [Vec<Id>; 4] = Default::default();
    for name in d.names("accounts", n) {
        let opening = d.amount(100, 4_000);
        let increase = d.amount(50, 3_000);
        let decrease = d.amount(20, 100) + d.chance.between(0, 40) * if d.korean { 10 } else { 1 };
        let amounts = [opening, increase, decrease, opening + increase - decrease];
        let mut row = Vec::new();
        for ((meaning, amount), column) in MEANINGS.iter().zip(amounts).zip(&mut columns) {
            let value = d.money(amount);
            let id = d.crossed(&name, meaning, value);
            row.push(id);
            column.push(id);
        }
        d.relations.push(carried(&row));
        rows.push((name, row));
    }
    let label = d.label("total");
    let mut totals = Vec::new();
    for (meaning, column) in MEANINGS.iter().zip(&columns) {
        let id = d.sum(meaning, column);
        d.facts[id].labels.push(label.clone());
        totals.push(id);
    }
    d.relations.push(carried(&totals));
    let cells = totals.into_iter().map(Some).collect();
    d.table(
        &["account", "opening", "increase", "decrease", "closing"],
        rows,
        Some(("total", cells)),
    );
}

/// A row of what was there, came in, went out and is left.
fn carried(row: &[Id]) -> Relation {
    Relation::Carried(row[0], row[1], row[2], row[3])
}

/// Earnings with overtime by the hour, deductions with local tax, and what is paid out.
fn payslip(d: &mut Draft<'_>) {
    let name = d.names("people", 1).remove(0);
    let company = d.names("companies", 1).remove(0);
    let day = d.day();
    let head = vec![
        d.fact("company", Value::Party(company)),
        d.fact("person", Value::Party(name)),
        d.fact("issue_date", Value::Date(day)),
    ];
    d.pairs(head);
    let amount = d.amount(2_200, 5_200);
    let value = d.money(amount);
    let base = d.fact("base_pay", value);
    let n_hours = d.chance.between(3, 38);
    let hours = d.fact("hours", Value::Quantity(n_hours));
    let per_hour = d.amount(11, 29) + d.chance.between(1, 99) * if d.korean { 10 } else { 1 };
    let value = d.money(per_hour);
    let hourly = d.fact("hourly", value);
    let value = d.money(per_hour * n_hours);
    let overtime = d.fact("overtime", value);
    d.relations.push(Relation::Product(vec![hours, hourly], overtime));
    let amount = d.amount(100, 220);
    let value = d.money(amount);
    let meal = d.fact("meal", value);
    let gross = d.sum("gross", &[base, overtime, meal]);
    let step = if d.korean { 10 } else { 1 };
    let mut deductions = Vec::new();
    for (meaning, low, high) in [("pension", 95, 230), ("health", 80, 190), ("income_tax", 40, 350)]
    {
        let amount = d.amount(low, high) + d.chance.between(0, 99) * step;
        let value = d.money(amount);
        deductions.push(d.fact(meaning, value));
    }
    let tax = deductions[2];
    let value = d.money(d.of(tax) / 10);
    let local = d.fact("local_tax", value);
    d.relations.push(Relation::Untold(tax, (1, 10), local, 1));
    deductions.push(local);
    let taken = d.sum("deductions", &deductions);
    let value = d.money(d.of(gross) - d.of(taken));
    let net = d.fact("net", value);
    d.relations.push(Relation::Difference(vec![gross, taken], net));
    d.pairs(vec![hours, hourly]);
    for (head, ids, total) in
        [("pay_item", vec![base, overtime, meal], gross), ("deduction_item", deductions, taken)]
    {
        let rows = ids.into_iter().map(|id| (d.facts[id].labels[0].clone(), vec![id])).collect();
        let meaning = if head == "pay_item" { "gross" } else { "deductions" };
        d.table(&[head, "amount"], rows, Some((meaning, vec![Some(total)])));
    }
    d.pairs(vec![net]);
}

/// Budget lines: what there was, is gone, is asked for and remains; sums below.
fn approval(d: &mut Draft<'_>) {
    let company = d.names("companies", 1).remove(0);
    let person = d.names("people", 1).remove(0);
    let day = d.day();
    let head = vec![
        d.fact("company", Value::Party(company)),
        d.fact("person", Value::Party(person)),
        d.fact("issue_date", Value::Date(day)),
    ];
    d.pairs(head);
    const MEANINGS: [&str; 4] = ["budget", "spent_before", "spent_now", "left"];
    let n = d.chance.below(4) + 2;
    let mut rows = Vec::new();
    let mut columns: [Vec<Id>; 4] = Default::default();
    for name in d.names("budgets", n) {
        let budget = d.amount(3_000, 30_000);
        let before = d.amount(100, 1_500);
        let now = d.amount(100, 1_400);
        let mut row = Vec::new();
        let amounts = [budget, before, now, budget - before - now];
        for ((meaning, amount), column) in MEANINGS.iter().zip(amounts).zip(&mut columns) {
            let value = d.money(amount);
            let id = d.crossed(&name, meaning, value);
            row.push(id);
            column.push(id);
        }
        d.relations.push(Relation::Difference(row[..3].to_vec(), row[3]));
        rows.push((name, row));
    }
    let label = d.label("total");
    let mut totals = Vec::new();
    for (meaning, column) in MEANINGS.iter().zip(&columns) {
        let id = d.sum(meaning, column);
        d.facts[id].labels.push(label.clone());
        totals.push(id);
    }
    d.relations.push(Relation::Difference(totals[..3].to_vec(), totals[3]));
    let cells = totals.into_iter().map(Some).collect();
    let meanings = ["budget_line", "budget", "spent_before", "spent_now", "left"];
    d.table(&meanings, rows, Some(("total", cells)));
}

/// Rent and charges by the month, a deposit in two parts, and steps of the rent.
fn lease(d: &mut Draft<'_>) {
    let parties = d.parties("landlord", "tenant");
    d.pairs(parties);
    let days = d.days("start_date", "end_date", 1_400);
    let months = *d.chance.pick(&[12, 24, 36]);
    let term = d.fact("term", Value::Months(months));
    d.pairs(vec![days[0], days[1], term]);
    let amount = d.amount(10, 80) / 1_000 * 1_000 * 1_000;
    let first = amount / 10 * d.chance.between(1, 3);
    let values = [amount, first, amount - first].map(|it| d.money(it));
    let [whole, first, rest] = values;
    let bond = d.fact("bond", whole);
    let first = d.fact("deposit", first);
    let rest = d.fact("balance", rest);
    d.relations.push(Relation::Sum(vec![first, rest], bond));
    d.pairs(vec![bond, first, rest]);
    let amount = d.amount(600, 4_200);
    let value = d.money(amount);
    let rent = d.fact("rent", value);
    let amount = d.amount(50, 400);
    let value = d.money(amount);
    let fee = d.fact("fee", value);
    let monthly = d.sum("monthly", &[rent, fee]);
    d.pairs(vec![rent, fee, monthly]);
    let n = usize::try_from(months / 12).unwrap_or(1).max(2);
    let mut per_month = d.of(rent);
    let (mut rows, mut parts) = (Vec::new(), Vec::new());
    for step in 1..=n {
        let name = if d.korean { format!("{step}년차") } else { format!("Year {step}") };
        let count = d.crossed(&name, "months", Value::Quantity(12));
        let value = d.money(per_month);
        let each = d.crossed(&name, "rent", value);
        let value = d.money(per_month * 12);
        let part = d.crossed(&name, "amount", value);
        d.relations.push(Relation::Product(vec![count, each], part));
        rows.push((name, vec![count, each, part]));
        parts.push(part);
        per_month += d.amount(20, 90);
    }
    let total = d.sum("total", &parts);
    let cells = vec![None, None, Some(total)];
    d.table(&["stretch", "months", "rent", "amount"], rows, Some(("total", cells)));
}

/// Foreign amounts turned into won, less what was handed out before.
fn travel(d: &mut Draft<'_>) {
    d.currency = Currency::Krw;
    let person = d.names("people", 1).remove(0);
    let mut head = vec![d.fact("person", Value::Party(person))];
    head.extend(d.days("start_date", "end_date", 14));
    d.pairs(head);
    let n = d.chance.below(3) + 2;
    let hundredths = d.chance.between(128_000, 147_000);
    let rate = d.fact("exchange", Value::Rate(hundredths, 100));
    d.pairs(vec![rate]);
    let (mut rows, mut parts, mut spent) = (Vec::new(), Vec::new(), Vec::new());
    for name in d.names("expenses", n) {
        let cents = d.chance.between(2_000, 90_000);
        let foreign = d.crossed(&name, "foreign", Value::Money(Currency::Usd, cents));
        let won = cents * hundredths / 10_000;
        let converted = d.crossed(&name, "converted", Value::Money(Currency::Krw, won));
        d.relations.push(Relation::Product(vec![foreign, rate], converted));
        spent.push(foreign);
        parts.push(converted);
        rows.push((name, vec![foreign, converted]));
    }
    let label = d.label("total");
    let cents = d.total(&spent);
    let foreign = d.crossed(&label, "foreign", Value::Money(Currency::Usd, cents));
    d.relations.push(Relation::Sum(spent, foreign));
    let total = d.sum("total", &parts);
    let cells = vec![Some(foreign), Some(total)];
    d.table(&["expense", "foreign", "converted"], rows, Some(("total", cells)));
    let amount = d.chance.between(2, 9) * d.of(total) / 10 / 10_000 * 10_000;
    let advance = d.fact("advance", Value::Money(Currency::Krw, amount));
    let value = Value::Money(Currency::Krw, d.of(total) - amount);
    let settle = d.fact("settle", value);
    d.relations.push(Relation::Difference(vec![total, advance], settle));
    d.pairs(vec![advance, settle]);
}

/// Readings of meters: now less before is what was used, times the price is what it costs.
fn meter(d: &mut Draft<'_>) {
    let mut head = d.parties("supplier", "buyer");
    head.extend(d.days("issue_date", "due_date", 30));
    d.pairs(head);
    let n = d.chance.below(3) + 2;
    let (mut rows, mut parts) = (Vec::new(), Vec::new());
    for name in d.names("utilities", n) {
        let before = d.chance.between(400, 30_000);
        let used = d.chance.between(12, 900);
        let price = d.amount(1, 4) + d.chance.between(1, 9) * if d.korean { 10 } else { 1 };
        let values = [before, before + used, used].map(Value::Quantity);
        let [first, second, third] = values;
        let before = d.crossed(&name, "reading_before", first);
        let now = d.crossed(&name, "reading_now", second);
        let usage = d.crossed(&name, "usage", third);
        d.relations.push(Relation::Difference(vec![now, before], usage));
        let value = d.money(price);
        let each = d.crossed(&name, "unit_price", value);
        let value = d.money(price * used);
        let amount = d.crossed(&name, "amount", value);
        d.relations.push(Relation::Product(vec![usage, each], amount));
        parts.push(amount);
        rows.push((name, vec![before, now, usage, each, amount]));
    }
    let total = d.sum("subtotal", &parts);
    let cells = vec![None, None, None, None, Some(total)];
    let meanings = ["use", "reading_before", "reading_now", "usage", "unit_price", "amount"];
    d.table(&meanings, rows, Some(("subtotal", cells)));
    let (rate, tax) = d.tax(total);
    let due = d.sum("total", &[total, tax]);
    let mut below = rate;
    below.extend([tax, due]);
    d.pairs(below);
}

/// Fees with taxes withheld at two rates, cut to ten won, and what is paid out.
fn withholding(d: &mut Draft<'_>) {
    let company = d.names("companies", 1).remove(0);
    let person = d.names("people", 1).remove(0);
    let day = d.day();
    let head = vec![
        d.fact("company", Value::Party(company)),
        d.fact("person", Value::Party(person)),
        d.fact("issue_date", Value::Date(day)),
    ];
    d.pairs(head);
    let rate = d.fact("vat_rate", Value::Rate(3, 100));
    d.pairs(vec![rate]);
    let unit = if d.korean { 10 } else { 1 };
    let n = d.chance.below(3) + 2;
    let mut rows = Vec::new();
    let mut columns: [Vec<Id>; 4] = Default::default();
    for name in d.names("engagements", n) {
        let amount = d.amount(180, 1_900);
        let value = d.money(amount);
        let gross = d.crossed(&name, "paid_gross", value);
        let tax = d.share("income_tax", gross, rate, unit);
        d.facts[tax].labels.push(name.clone());
        let local = d.of(tax) / (10 * unit) * unit;
        let value = d.money(local);
        let local = d.crossed(&name, "local_tax", value);
        d.relations.push(Relation::Untold(tax, (1, 10), local, unit));
        let value = d.money(amount - d.of(tax) - d.of(local));
        let net = d.crossed(&name, "net", value);
        d.relations.push(Relation::Difference(vec![gross, tax, local], net));
        let row = vec![gross, tax, local, net];
        for (column, id) in columns.iter_mut().zip(&row) {
            column.push(*id);
        }
        rows.push((name, row));
    }
    let label = d.label("total");
    let mut totals = Vec::new();
    for (meaning, column) in ["paid_gross", "income_tax", "local_tax", "net"].iter().zip(&columns) {
        let id = d.sum(meaning, column);
        d.facts[id].labels.push(label.clone());
        totals.push(id);
    }
    d.relations.push(Relation::Difference(totals[..3].to_vec(), totals[3]));
    let cells = totals.into_iter().map(Some).collect();
    let meanings = ["payee", "paid_gross", "income_tax", "local_tax", "net"];
    d.table(&meanings, rows, Some(("total", cells)));
}

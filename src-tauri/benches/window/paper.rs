//! A long document, made up: pages of prose, and on every tenth an amount, its tax and its total.

use std::fmt::Write as _;

/// A PDF with so many pages of text in a font that every reader has.
pub(crate) fn pdf(n_pages: usize) -> Vec<u8> {
    let kids: String = (0..n_pages).map(|it| format!("{} 0 R ", 4 + 2 * it)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {n_pages} >>"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for page in 0..n_pages {
        let content = content(page + 1);
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] \
             /Resources << /Font << /F 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * page
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    let mut out = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(out.len());
        let _infallible = write!(out, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (start, n) = (out.len(), objects.len() + 1);
    let _infallible = write!(out, "xref\n0 {n}\n0000000000 65535 f \n");
    for it in places {
        let _infallible = writeln!(out, "{it:010} 00000 n ");
    }
    let _infallible =
        write!(out, "trailer\n<< /Size {n} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    out.into_bytes()
}

fn content(page: usize) -> String {
    let supply = 1000 * page;
    let (tax, total) = (supply / 10, supply + supply / 10);
    let mut lines = vec![format!("Delivery note {page}"), String::new()];
    for it in 1..=28 {
        lines.push(format!(
            "{it}. The goods of this note were handed over, looked at and found to be in order."
        ));
    }
    if page.is_multiple_of(10) {
        lines.push(String::new());
        lines.push(format!("Subtotal: USD {supply}.00"));
        lines.push(format!("Tax (10%): USD {tax}.00"));
        lines.push(format!("Total: USD {total}.00"));
    }
    let shown: String = lines.iter().map(|it| format!("({}) Tj T* ", escaped(it))).collect();
    format!("BT /F 11 Tf 56 780 Td 18 TL {shown}ET")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

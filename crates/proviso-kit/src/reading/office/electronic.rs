//! Invoices that are XML and nothing else: the Korean electronic tax invoice (전자세금계산서), UBL 2,
//! Cross Industry Invoice (Factur-X, XRechnung) and its predecessor, ZUGFeRD 1.
//!
//! A reader of the format yields a [`bill::Bill`], what the invoice says in the words of a paper;
//! that is laid out like one, so that each value has a place on a page.
//!
//! **Invariant:** a number stands there as the XML writes it, grouped, and with fewer zeros at most;
//! nothing is computed and nothing added but the words beside it. What is not shown is told.

mod bill;
mod cii;
mod european;
mod tax_invoice;
mod ubl;
mod write;

use proviso_core::remark::Remark;
use quick_xml::events::Event;
use roxmltree::Node;

use super::flow::{Flow, Paper, Section};
use super::package::{Element as _, parse};
use crate::reading::plain;
use crate::reading::protocol::Refusal;

/// Namespace of the Korean electronic tax invoice.
const TAX_INVOICE: &str = "urn:kr:or:kec:standard:Tax:";
/// Namespaces of the Universal Business Language.
const UBL: &str = "urn:oasis:names:specification:ubl:";

/// Which of them a root element begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Schema {
    TaxInvoice,
    Ubl,
    Cii,
}

fn schema(name: &str, namespace: &str) -> Option<Schema> {
    match name {
        "TaxInvoice" if namespace.starts_with(TAX_INVOICE) => Some(Schema::TaxInvoice),
        "Invoice" | "CreditNote" if namespace.starts_with(UBL) => Some(Schema::Ubl),
        "CrossIndustryInvoice" | "CrossIndustryDocument" => Some(Schema::Cii),
        _ => None,
    }
}

/// Whether a text is one of these invoices, by its first element.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let mut reader = quick_xml::NsReader::from_str(text);
    loop {
        match reader.read_resolved_event() {
            Ok((namespace, Event::Start(it))) => {
                let namespace = match namespace {
                    quick_xml::name::ResolveResult::Bound(it) => it.0,
                    _ => "",
                };
                return schema(it.local_name().as_ref(), namespace).is_some();
            }
            Ok((_, Event::Eof | Event::Empty(_) | Event::End(_))) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}

/// Reads an invoice.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let decoded = plain::decode(bytes)
        .ok_or_else(|| Refusal::Unsupported { what: "binary data".to_owned() })?;
    let document = parse("the invoice", &decoded.text)?;
    let root = document.root_element();
    let name = root.tag_name();
    let bill = match schema(name.name(), name.namespace().unwrap_or_default()) {
        Some(Schema::TaxInvoice) => tax_invoice::read(root),
        Some(Schema::Ubl) => ubl::read(root).bill(),
        Some(Schema::Cii) => cii::read(root).bill(),
        None => {
            return Err(Refusal::Unsupported { what: "an XML file of another kind".to_owned() });
        }
    };
    let sections = vec![Section::new(Paper::A4, bill.blocks())];
    let mut flow = Flow { sections, ..Flow::default() };
    flow.notes.push(Remark::new(
        "an invoice as XML: the page was laid out from what it says",
        "전자 송장입니다. 적힌 내용에 따라 쪽을 만들었습니다",
    ));
    if root.descendants().any(|it| it.is("SignatureValue")) {
        flow.notes.push(Remark::new(
            "the electronic signature in it is not checked",
            "문서에 있는 전자서명은 확인하지 않았습니다",
        ));
    }
    let names = ["EmbeddedDocumentBinaryObject", "AttachmentBinaryObject"];
    let n_attached = root.descendants().filter(|it| names.iter().any(|name| it.is(name))).count();
    if n_attached > 0 {
        flow.notes.push(Remark::new(
            format!("{n_attached} files in it are not read"),
            format!("문서에 첨부된 파일 {n_attached}개는 읽지 않았습니다"),
        ));
    }
    Ok(flow)
}

/// An element below another one, by the names on the way.
fn below<'a, 'i>(of: Node<'a, 'i>, path: &[&str]) -> Option<Node<'a, 'i>> {
    path.iter().try_fold(of, |it, name| it.children().find(|it| it.is(name)))
}

/// The text of an element below another one; none where it is empty.
fn text<'a>(of: Node<'a, '_>, path: &[&str]) -> Option<&'a str> {
    Some(below(of, path)?.text()?.trim()).filter(|it| !it.is_empty())
}

/// The elements of a name right below another one.
fn all<'a, 'i: 'a>(
    of: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    of.children().filter(move |it| it.is(name))
}

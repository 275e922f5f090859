//! Currencies by their codes.
//!
//! **Invariant:** a currency is one of ISO 4217, so that no three letters of a document become a type
//! of its facts. Decimals are those of the same list; `Domains.Core` has them too.

use serde::{Deserialize, Serialize};

/// An ISO 4217 code and how many decimals its smallest unit has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

/// Codes of list one (moneys; neither metals nor funds nor testing), ordered.
const CODES: &str = "\
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN \
    BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL \
    GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF \
    KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR \
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG \
    SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI \
    UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL";

/// Codes whose smallest unit is the main unit.
const WHOLE: &str = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
/// Codes with thousandths.
const THOUSANDTHS: &str = "BHD IQD JOD KWD LYD OMR TND";
/// Codes with ten-thousandths.
const TEN_THOUSANDTHS: &str = "CLF UYW";

fn has(list: &str, code: &str) -> bool {
    list.split(' ').any(|it| it == code)
}

impl Currency {
    /// South Korean won; no smaller unit.
    pub const KRW: Currency = Currency(*b"KRW");
    /// United States dollar.
    pub const USD: Currency = Currency(*b"USD");
    /// Euro.
    pub const EUR: Currency = Currency(*b"EUR");

    /// The currency of a code of ISO 4217, in upper case.
    pub fn from_code(code: &str) -> Option<Currency> {
        let bytes: [u8; 3] = code.as_bytes().try_into().ok()?;
        has(CODES, code).then_some(Currency(bytes))
    }
    /// Every currency, by its code.
    pub fn all() -> impl Iterator<Item = Currency> {
        CODES.split(' ').filter_map(Currency::from_code)
    }
    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
    /// Decimals of the smallest unit: 0 for won and yen, 3 for some dinars, else 2.
    pub fn minor_digits(&self) -> u8 {
        let code = self.code();
        if has(WHOLE, code) {
            0
        } else if has(THOUSANDTHS, code) {
            3
        } else if has(TEN_THOUSANDTHS, code) {
            4
        } else {
            2
        }
    }
}

impl From<Currency> for String {
    fn from(it: Currency) -> String {
        it.code().to_owned()
    }
}

impl TryFrom<String> for Currency {
    type Error = String;
    fn try_from(code: String) -> Result<Currency, String> {
        Currency::from_code(&code).ok_or_else(|| format!("`{code}` is no currency of ISO 4217"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_is_one_of_the_list() {
        for code in ["SGD", "INR", "CHF", "KWD", "VND"] {
            assert_eq!(
                Currency::from_code(code).map(|it| it.code().to_owned()).as_deref(),
                Some(code)
            );
        }
        for text in ["", "   ", "KR", "KRWX", "krw", "ABC", "A\"B", "\\{x", "원", "D E"] {
            assert_eq!(Currency::from_code(text), None, "{text:?}");
        }
        assert!(Currency::all().is_sorted(), "as the list is ordered");
        assert!(Currency::all().count() > 150, "a line of the list is not lost");
    }

    /// A verdict rests on what the library says; the reader and the engine go by ours.
    #[test]
    fn the_library_has_the_same_decimals() {
        let said = |code: &str| -> Option<u8> {
            let head = format!("minorDigitsOf {code} = ");
            crate::idris::emit::CORE.lines().find_map(|it| it.strip_prefix(&head)?.parse().ok())
        };
        let usual = said("_").expect("a clause for all others");
        for it in Currency::all() {
            let own = said(&format!("\"{}\"", it.code()));
            assert_eq!(own.unwrap_or(usual), it.minor_digits(), "{}", it.code());
        }
    }
}

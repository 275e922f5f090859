//! Numbers in words, as `[DBNum1]` to `[DBNum4]` write them.

/// Digits, and ten, hundred, thousand, by the number of the style.
const STYLES: [(&str, [&str; 4], [&str; 5]); 4] = [
    ("零一二三四五六七八九", ["", "十", "百", "千"], ["", "萬", "億", "兆", "京"]),
    ("零壹貳參四五六七八九", ["", "拾", "百", "阡"], ["", "萬", "億", "兆", "京"]),
    ("０１２３４５６７８９", ["", "十", "百", "千"], ["", "萬", "億", "兆", "京"]),
    ("영일이삼사오육칠팔구", ["", "십", "백", "천"], ["", "만", "억", "조", "경"]),
];

/// A whole number in words; none where the digits are no such number.
pub(super) fn spell(digits: &str, style: u8) -> Option<String> {
    let (names, places, groups) = STYLES.get(usize::from(style).checked_sub(1)?)?;
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    if digits.is_empty() || digits.len() > 16 || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let name = |it: u8| names.chars().nth(usize::from(it - b'0'));
    let mut out = sign.to_owned();
    let n = digits.len();
    let mut in_group = false;
    for (i, it) in digits.bytes().enumerate() {
        let place = n - 1 - i;
        if it != b'0' {
            // Chinese numerals leave a leading one before ten out, the other styles write it.
            let bare = style == 1 && it == b'1' && place % 4 != 0;
            if !bare {
                out.push(name(it)?);
            }
            out.push_str(places[place % 4]);
            in_group = true;
        }
        if place.is_multiple_of(4) && in_group {
            out.push_str(groups[place / 4]);
            in_group = false;
        }
    }
    if out == sign {
        out.push(name(b'0')?);
    }
    Some(out)
}

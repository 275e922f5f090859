//! What the small library computes, as equations: closed ones over numbers, texts and characters that
//! are drawn from a seed, and open ones over all that a variable may be.
//!
//! The right sides are worked out here, in Rust, and not by the kernel: where kernel and compiler both
//! accept the module, three agree.
//!
//! **Invariant:** the same seed makes the same module; no equation uses more of Prelude than models do.

use std::fmt::Write as _;

use proviso_core::run::Module;

/// The module's name.
pub(crate) const NAME: &str = "Domains.Library";

/// Closed equations of each kind of question.
const EACH: u64 = 60;

/// An equation: what it is about, its two sides, and a right side that is wrong.
pub(crate) struct Equation {
    pub(crate) left: String,
    pub(crate) right: String,
    pub(crate) wrong: String,
}

/// What holds whatever the variables are: type and definition.
pub(crate) const OPEN: [(&str, &str); 25] = [
    ("(x : Integer) -> the Integer x = x", "_ = Refl"),
    ("(x, y : Integer) -> x = y -> y = x", "_ _ p = sym p"),
    ("(x, y, z : Integer) -> x = y -> y = z -> x = z", "_ _ _ p q = trans p q"),
    ("(b : Bool) -> (True && b) = b", "_ = Refl"),
    ("(b : Bool) -> (False && b) = False", "_ = Refl"),
    ("(b : Bool) -> (True || b) = True", "_ = Refl"),
    ("(b : Bool) -> (False || b) = b", "_ = Refl"),
    ("not True = False", "= Refl"),
    ("not False = True", "= Refl"),
    ("(ys : List Integer) -> ([] ++ ys) = ys", "_ = Refl"),
    (
        "(x : Integer) -> (xs, ys : List Integer) -> ((x :: xs) ++ ys) = (x :: (xs ++ ys))",
        "_ _ _ = Refl",
    ),
    ("(f : Integer -> Integer) -> map f (the (List Integer) []) = []", "_ = Refl"),
    (
        "(f : Integer -> Integer) -> (x : Integer) -> (xs : List Integer) -> map f (x :: xs) = (f x :: map f xs)",
        "_ _ _ = Refl",
    ),
    ("(f : Integer -> Integer) -> map f (the (Maybe Integer) Nothing) = Nothing", "_ = Refl"),
    ("(f : Integer -> Integer) -> (x : Integer) -> map f (Just x) = Just (f x)", "_ _ = Refl"),
    (
        "(f : Integer -> Integer) -> (e : String) -> map f (the (Either String Integer) (Left e)) = Left e",
        "_ _ = Refl",
    ),
    (
        "(f : Integer -> Integer) -> (x : Integer) -> map f (the (Either String Integer) (Right x)) = Right (f x)",
        "_ _ = Refl",
    ),
    ("(x, y : Integer) -> (Just x == Just y) = (x == y)", "_ _ = Refl"),
    ("(x : Integer) -> (Just x == Nothing) = False", "_ = Refl"),
    ("(x : Integer) -> (xs : List Integer) -> ((x :: xs) == []) = False", "_ _ = Refl"),
    (
        "(x, y : Integer) -> (xs, ys : List Integer) -> ((x :: xs) == (y :: ys)) = ((x == y) && (xs == ys))",
        "_ _ _ _ = Refl",
    ),
    ("(x, y : Integer) -> (x /= y) = not (x == y)", "_ _ = Refl"),
    ("So True", "= Oh"),
    ("Not (the Integer 1 = 2)", "Refl impossible"),
    ("Not (the String \"a\" = \"b\")", "Refl impossible"),
];

/// A stream of numbers (Knuth's MMIX constants).
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
    /// Small and large numbers, and those about zero.
    fn number(&mut self) -> i128 {
        let most = [3, 20, 1_000, 2_000_000_000][self.below(4) as usize];
        let size = i128::from(self.below(most)) * i128::from(self.below(3) * self.below(most) + 1);
        if self.below(2) == 0 { size } else { -size }
    }
    fn char(&mut self) -> char {
        const CHARS: &[char] = &[
            'a', 'Z', 'm', '0', '9', ' ', '-', '.', '@', '[', '`', '{', '가', '힣', 'é', 'É', '金',
            '원',
        ];
        CHARS[self.below(CHARS.len() as u64) as usize]
    }
    fn text(&mut self) -> String {
        (0..self.below(6)).map(|_| self.char()).collect()
    }
}

fn shown(n: i128) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

fn truth(it: bool) -> &'static str {
    if it { "True" } else { "False" }
}

fn list(chars: &str) -> String {
    let each: Vec<String> = chars.chars().map(|it| format!("'{it}'")).collect();
    format!("the (List Char) [{}]", each.join(", "))
}

/// The closed equations.
pub(crate) fn closed() -> Vec<Equation> {
    let mut drawn = Drawn(2_026);
    let mut all = Vec::new();
    let mut say =
        |left: String, right: String, wrong: String| all.push(Equation { left, right, wrong });
    for _ in 0..EACH {
        let (a, b) = (drawn.number(), drawn.number());
        let near = if drawn.below(3) == 0 { a } else { b };
        let [x, y, z] = [a, b, near].map(shown);
        for (sign, value) in [("+", a + b), ("-", a - b), ("*", a * b)] {
            say(format!("the Integer {x} {sign} {y}"), shown(value), shown(value + 1));
        }
        say(format!("negate (the Integer {x})"), shown(-a), shown(-a - 1));
        if b != 0 {
            let (quotient, rest) = (a.div_euclid(b), a.rem_euclid(b));
            say(format!("quotient {x} {y}"), shown(quotient), shown(quotient - 1));
            say(format!("remainder {x} {y}"), shown(rest), shown(rest + 1));
        }
        for (sign, value) in [
            ("==", a == near),
            ("/=", a != near),
            ("<", a < near),
            (">", a > near),
            ("<=", a <= near),
            (">=", a >= near),
        ] {
            say(format!("(the Integer {x} {sign} {z})"), truth(value).into(), truth(!value).into());
        }
        let (order, other) = match a.cmp(&near) {
            std::cmp::Ordering::Less => ("LT", "GT"),
            std::cmp::Ordering::Equal => ("EQ", "LT"),
            std::cmp::Ordering::Greater => ("GT", "EQ"),
        };
        say(format!("compare (the Integer {x}) {z}"), order.into(), other.into());
        let (s, t) = (drawn.text(), drawn.text());
        let other = if drawn.below(3) == 0 { s.clone() } else { t.clone() };
        say(format!("\"{s}\" ++ \"{t}\""), format!("\"{s}{t}\""), format!("\"{s}{t}.\""));
        say(
            format!("(\"{s}\" == \"{other}\")"),
            truth(s == other).into(),
            truth(s != other).into(),
        );
        say(format!("unpack \"{s}\""), list(&s), list(&format!("{s}x")));
        say(format!("pack ({})", list(&s)), format!("\"{s}\""), format!("\"{s}x\""));
        let (c, d) = (drawn.char(), drawn.char());
        say(format!("('{c}' == '{d}')"), truth(c == d).into(), truth(c != d).into());
        let alone = c.is_ascii_alphanumeric();
        say(format!("isAlphaNum '{c}'"), truth(alone).into(), truth(!alone).into());
        say(format!("toLower '{c}'"), format!("'{}'", c.to_ascii_lowercase()), "'!'".into());
        let (m, n) = (drawn.below(4), drawn.below(4));
        say(
            format!("([the Integer {m}, {n}] == [{n}, {m}])"),
            truth(m == n).into(),
            truth(m != n).into(),
        );
        say(
            format!("(Just (the Integer {m}) == Just {n})"),
            truth(m == n).into(),
            truth(m != n).into(),
        );
        say(
            format!("map Domains.Core.magnitude [the Integer {m}, {x}]"),
            format!("[{m}, {}]", a.abs()),
            format!("[{m}, {}]", a.abs() + 1),
        );
    }
    all
}

/// A module of these lines.
pub(crate) fn module(lines: &str) -> Module {
    let head =
        format!("module {NAME}\n\nimport Data.So\nimport Domains.Core\n\n%default total\n\n");
    Module { name: NAME.to_owned(), text: head + lines }
}

/// All of them.
pub(crate) fn all() -> Module {
    let mut lines = String::new();
    for (at, (of, is)) in OPEN.iter().enumerate() {
        let _ = writeln!(lines, "0 open{at} : {of}\nopen{at} {is}\n");
    }
    for (at, it) in closed().iter().enumerate() {
        let _ = writeln!(lines, "closed{at} : {} = {}\nclosed{at} = Refl\n", it.left, it.right);
    }
    module(&lines)
}

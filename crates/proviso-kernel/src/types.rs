//! Records and data types.

use std::rc::Rc;

use proviso_syntax::tree::{Constructor, Data, Given, Parameter, Quantity, Record};

use crate::Kernel;
use crate::declare::{mentions, mentions_type, telescope};
use crate::elaborate::Context;
use crate::term::{
    Bind, Clause, Env, Head, Id, Kind, Name, Pat, R, Term, V, Value, apply_term, neutral, outside,
};

impl Kernel {
    /// Whether a field may have such a type, in a type that is being declared.
    fn field_type(&mut self, of: Id, level: usize, domain: &V, implicit: bool) -> R<()> {
        let term = self.plain(level, domain)?;
        if mentions_type(&term) && !(implicit && self.is_trusted()) {
            return outside("a field that holds types");
        }
        let mut it = &term;
        loop {
            if !mentions(it, of) {
                return Ok(());
            }
            let (mut head, mut args) = (it, Vec::new());
            while let Term::App(f, a) = head {
                args.push(&**a);
                head = f;
            }
            let Term::Global(id) = head else {
                return outside("a type that is in a function of itself");
            };
            if *id == of {
                return if args.iter().any(|it| mentions(it, of)) {
                    outside("a type that is an argument of itself")
                } else {
                    Ok(())
                };
            }
            let list = ["Prelude.Basics.List", "Prelude.Types.Maybe"];
            match args.as_slice() {
                [inside] if list.contains(&&*self.globals[*id].name) => it = inside,
                _ => return outside("a type that is in another one of itself"),
            }
        }
    }

    pub(crate) fn record(&mut self, it: &Record) -> R<()> {
        let start = self.begin();
        let name = self.word(it.name);
        self.new_name(&name)?;
        let Some(made) = it.constructor else { return outside("a record without a constructor") };
        let made = self.word(made);
        let mut context = Context::default();
        let mut parameters = Vec::new();
        for parameter in &it.parameters {
            self.plain_parameter(parameter, &mut context, &mut parameters, false)?;
        }
        let n = parameters.len();
        let of = telescope(&parameters, Term::Type, None);
        for (_, of, ..) in &parameters {
            if mentions_type(of) && !self.is_trusted() {
                return outside("a record over types");
            }
        }
        let value = self.eval(&Env::default(), &of)?;
        let record = self.declare(&name, value, Kind::Type(Vec::new()));
        self.types.push((record, of));
        let mut fields = Vec::new();
        for field in &it.fields {
            self.plain_parameter(field, &mut context, &mut fields, true)?;
        }
        self.finish(start)?;
        for (at, it) in context.entries.iter().enumerate().skip(n) {
            self.field_type(record, at, &it.of, false)?;
        }
        let whole = (0..n).map(|at| Term::Var(n + fields.len() - at - 1));
        let body = telescope(&fields, apply_term(Term::Global(record), whole), None);
        let of = telescope(&parameters, body, Some(true));
        let value = self.eval(&Env::default(), &of)?;
        self.new_name(&made)?;
        let constructor = self.declare(&made, value, Kind::Constructor(record));
        self.globals[constructor].implicit = (0..n + fields.len()).map(|at| at < n).collect();
        self.globals[record].kind = Kind::Type(vec![constructor]);
        self.types.push((constructor, of));
        let mut env = Env::of(context.values[..n].to_vec());
        let this = neutral(Head::Var(n));
        for (at, (name, of, erased)) in fields.iter().enumerate() {
            let of = self.eval(&env, of)?;
            let of = self.plain(n + 1, &of)?;
            let whole = apply_term(Term::Global(record), (0..n).map(|at| Term::Var(n - at - 1)));
            let bind = Bind { name: "".into(), erased: false, implicit: false };
            let of = Term::Pi(Rc::new(bind), Rc::new(whole), Rc::new(of));
            let of = telescope(&parameters, of, Some(true));
            let value = self.eval(&Env::default(), &of)?;
            let mut inside = vec![Pat::Told; n + fields.len()];
            inside[n + at] = Pat::Var(0);
            let mut pats = vec![Pat::Told; n];
            pats.push(Pat::Con(constructor, inside));
            let clause = Clause { erased: vec![*erased], pats, right: Rc::new(Term::Var(0)) };
            let space = format!("{}.", self.globals[record].short);
            self.new_name(&format!("{space}{name}"))?;
            let kind = Kind::Function(n + 1, Rc::new(vec![clause]));
            let id = self.declare_in(&space, name, value, kind);
            self.globals[id].erased = *erased;
            self.globals[id].defined = true;
            self.fields.insert((record, name.clone()), id);
            self.types.push((id, of));
            let mut args = context.values[..n].to_vec();
            args.push(this.clone());
            let value = self.apply(neutral(Head::Global(id)), args)?;
            env = env.with(value);
        }
        self.recheck()
    }

    fn plain_parameter(
        &mut self,
        it: &Parameter,
        context: &mut Context,
        all: &mut Vec<(Name, Term, bool)>,
        field: bool,
    ) -> R<()> {
        if it.given != Given::Explicit || it.quantity == Quantity::Linear {
            return outside("a parameter that is not plain");
        }
        let Some(of) = &it.of else { return outside("a parameter without a type") };
        for name in &it.names {
            let name: Name = self.word(*name).into();
            self.may_be_named(&name)?;
            if self.unbound_implicits {
                let mut bound: Vec<String> =
                    context.entries.iter().map(|it| it.name.to_string()).collect();
                let mut found = Vec::new();
                self.bindable(of, true, &mut bound, &mut found)?;
                if !found.is_empty() {
                    return outside("a record that speaks of what nobody has bound");
                }
            }
            let term = self.check(context, of, &Rc::new(Value::Type))?;
            self.settle_all(context)?;
            let value = self.eval(&context.env, &term)?;
            let term = self.plain(context.level(), &value)?;
            let erased = it.quantity == Quantity::Erased;
            *context = context.with(&name, value, erased || !field);
            all.push((name, term, erased));
        }
        Ok(())
    }

    pub(crate) fn data(&mut self, it: &Data) -> R<()> {
        let start = self.begin();
        let name = self.word(it.name);
        self.new_name(&name)?;
        // The compiler reads no type of a parameter here.
        if !it.parameters.is_empty() {
            return outside("parameters before a data type's `=`");
        }
        let of = match &it.of {
            Some(of) => self.auto_bound(&Context::default(), of)?,
            None => Term::Type,
        };
        let mut result = &of;
        while let Term::Pi(_, domain, range) = result {
            if mentions_type(domain) && !self.is_trusted() {
                return outside("a type over types");
            }
            result = range;
        }
        if !matches!(result, Term::Type) {
            return outside("a type that is none");
        }
        let value = self.eval(&Env::default(), &of)?;
        let id = self.declare(&name, value, Kind::Type(Vec::new()));
        self.types.push((id, of));
        let mut all = Vec::new();
        for made in &it.constructors {
            all.push(self.made(id, made)?);
        }
        self.globals[id].kind = Kind::Type(all);
        self.finish(start)?;
        self.recheck()
    }

    fn made(&mut self, id: Id, it: &Constructor) -> R<Id> {
        let name = self.word(it.name);
        let of = match &it.of {
            Some(of) => self.auto_bound(&Context::default(), of)?,
            None => {
                let mut inside = Context::default();
                let mut fields: Vec<(Name, Term, bool)> = Vec::new();
                for of in &it.arguments {
                    let of = self.check(&inside, of, &Rc::new(Value::Type))?;
                    let value = self.eval(&inside.env, &of)?;
                    let of = self.plain(inside.level(), &value)?;
                    inside = inside.with("", value, false);
                    fields.push(("".into(), of, false));
                }
                telescope(&fields, Term::Global(id), None)
            }
        };
        let value = self.eval(&Env::default(), &of)?;
        let of = self.plain(0, &value)?;
        let (mut rest, mut level, mut implicit) = (value.clone(), 0, Vec::new());
        loop {
            rest = self.force(&rest)?;
            let Value::Pi(bind, domain, range) = &*rest.clone() else { break };
            self.field_type(id, level, domain, bind.implicit)?;
            implicit.push(bind.implicit);
            rest = self.enter(range, neutral(Head::Var(level)))?;
            level += 1;
        }
        if !matches!(&*rest, Value::Neutral(Head::Global(found), _) if *found == id) {
            return outside("a constructor of another type");
        }
        self.new_name(&name)?;
        let made = self.declare(&name, value, Kind::Constructor(id));
        self.globals[made].implicit = implicit;
        if &*self.globals[made].name == "Prelude.Types.Z" {
            self.zero = Some(made);
        }
        if &*self.globals[made].name == "Prelude.Types.S" {
            self.succ = Some(made);
        }
        self.types.push((made, of));
        Ok(made)
    }
}

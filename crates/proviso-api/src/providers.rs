//! Providers of language models as a person sets them: address, models, keys.
//!
//! **Invariant:** a key goes in and never comes out; what is shown is where there is one. Only a
//! client that may name files may name an address: a key is sent there, and whoever got hold of a
//! browser's token must not have it sent to themselves.

use std::sync::Arc;

use proviso_core::llm::ModelError;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::providers::{self, Effective, ProviderKind};
use proviso_kit::secret::{Keys, Secret};
use serde::{Deserialize, Deserializer, Serialize};

use crate::app::Reach;
use crate::engine::{self, BASE_URL, MODEL, SECOND_MODEL};
use crate::error::forbidden;
use crate::wire::Nothing;
use crate::{ApiError, App, Code, Reason};

/// Names of those that people choose from.
pub fn names() -> Vec<&'static str> {
    ProviderKind::names()
}

/// Answers of language models that are kept in the workspace, so that what was asked once is not asked
/// again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnswersKept {
    /// How many there are.
    pub n_answers: u32,
}

/// How many answers are kept.
pub async fn count_answers(space: &OpenWorkspace, _: Nothing) -> Result<AnswersKept, ApiError> {
    Ok(AnswersKept { n_answers: space.store.answers_count()? })
}

/// Forgets them. What runs tell of their calls stays with the runs.
pub async fn forget_answers(space: &OpenWorkspace, _: Nothing) -> Result<AnswersKept, ApiError> {
    space.store.answers_forget()?;
    count_answers(space, Nothing {}).await
}

/// All providers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProvidersView {
    /// In the order in which they are offered.
    pub providers: Vec<ProviderView>,
    /// Whether there is a keyring to keep keys in.
    pub keyring: bool,
    /// The engine that was named where the program was started, and which no setting changes.
    pub engine_fixed: Option<String>,
}

/// A provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProviderView {
    /// Its name, as an engine's.
    pub name: String,
    /// The address of its server.
    pub base_url: ProviderValue,
    /// The model.
    pub model: ProviderValue,
    /// The model to ask where the first is not there.
    pub second_model: ProviderValue,
    /// Where its key is.
    pub key: KeyView,
    /// What it lacks to be asked; none where it can be.
    pub lack: Option<ProviderLack>,
    /// The same in words.
    pub reason: Option<String>,
}

/// Something that is set of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProviderValue {
    /// What is set.
    pub set: Option<String>,
    /// What counts where nothing is set.
    pub usual: Option<String>,
    /// The variable, or `--model`, that counts before what is set.
    pub fixed_by: Option<String>,
}

/// Where a provider's key is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeyView {
    /// Where it is; none is nowhere.
    pub place: Option<KeyPlace>,
    /// The variable that it is in, or the one to put it into.
    pub variable: String,
    /// Whether the provider answers nobody without one.
    pub needed: bool,
}

/// A place of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// An environment variable, which counts first.
    Environment,
    /// The system's keyring.
    Keyring,
}

/// What a provider lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ProviderLack {
    /// A key, or a server of one's own.
    Key,
    /// A model's name.
    Model,
    /// An address that is one.
    Address,
}

/// What is to be set of a provider; what is left out stays as it is, null goes back to the usual.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct ProviderPatch {
    /// Whose.
    pub provider: String,
    /// See [`ProviderView::base_url`].
    #[serde(default, deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub base_url: Option<Option<String>>,
    /// See [`ProviderView::model`].
    #[serde(default, deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub model: Option<Option<String>>,
    /// See [`ProviderView::second_model`].
    #[serde(default, deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub second_model: Option<Option<String>>,
}

/// Tells null from nothing; what is blank is nothing set.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    let it = Option::<String>::deserialize(deserializer)?;
    Ok(Some(it.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty())))
}

/// A request to keep a key.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeepKeyReq {
    /// Whose.
    pub provider: String,
    /// The key.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub key: Secret,
}

/// A request about a provider.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfProvider {
    /// Which.
    pub provider: String,
}

/// What came of asking a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProviderTested {
    /// Whether it answered and took the key.
    pub answered: bool,
    /// The models that it offers.
    pub models: Vec<String>,
    /// Whether the model that is set is among them; `None` where none is set or none are listed.
    pub has_model: Option<bool>,
    /// Why it did not answer.
    pub fault: Option<ProviderFault>,
    /// The same as the program says it.
    pub message: Option<String>,
}

/// Why a provider did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ProviderFault {
    /// There is no such server, or no way to it.
    Unreachable,
    /// It said nothing in time.
    Slow,
    /// It does not take the key.
    Key,
    /// It answers, and has no list of models.
    NoList,
    /// It refused for another reason.
    Refused,
    /// It answered with something else.
    Other,
}

/// Asks a provider which models it offers: nothing of a document is sent.
pub(crate) async fn test(app: &Arc<App>, req: OfProvider) -> Result<ProviderTested, ApiError> {
    let kind = crate::keys::kind(&req.provider)?;
    let (settings, named) = aside(app, move |app| {
        let keys = app.keys();
        let personal = app.state().kept.personal.clone();
        let mut asked = engine::asked(app.chosen(), &personal, &*keys, kind.name());
        let named = asked.model.clone();
        // Which models there are is what is asked, so none need be named.
        asked.model.get_or_insert_with(|| "any".to_owned());
        Ok((providers::effective(&asked, &*keys), named))
    })
    .await?;
    let failed = |fault, message: String| ProviderTested {
        answered: false,
        models: Vec::new(),
        has_model: None,
        fault: Some(fault),
        message: Some(message),
    };
    let settings = match settings {
        Ok(Effective::Provider(it)) => it,
        Ok(Effective::Degraded { reason, .. }) => return Ok(failed(ProviderFault::Key, reason)),
        Ok(Effective::Builtin) => {
            let message = format!("`{}` is not asked: the built-in engine is", req.provider);
            return Ok(failed(ProviderFault::Other, message));
        }
        Err(reason) => return Ok(failed(ProviderFault::Other, reason)),
    };
    Ok(match providers::offered(&settings).await {
        Ok(models) => {
            let has_model = named.filter(|_| !models.is_empty()).map(|it| models.contains(&it));
            ProviderTested { answered: true, models, has_model, fault: None, message: None }
        }
        Err(err) => {
            let fault = match &err {
                ModelError::Connect { .. } | ModelError::Cut { .. } => ProviderFault::Unreachable,
                ModelError::TimedOut { .. } => ProviderFault::Slow,
                ModelError::NoKey { .. } => ProviderFault::Key,
                ModelError::Status { status: 401 | 403, .. } => ProviderFault::Key,
                ModelError::Status { status: 404 | 405, .. } => ProviderFault::NoList,
                ModelError::Status { .. } => ProviderFault::Refused,
                _ => ProviderFault::Other,
            };
            failed(fault, err.to_string())
        }
    })
}

pub(crate) async fn list(app: &Arc<App>, _: Nothing) -> Result<ProvidersView, ApiError> {
    aside(app, |app| Ok(shown(app))).await
}

pub(crate) async fn set(app: &Arc<App>, req: ProviderPatch) -> Result<ProvidersView, ApiError> {
    let kind = crate::keys::kind(&req.provider)?;
    if req.base_url.is_some() && app.reach != Reach::Paths {
        return Err(forbidden("servers"));
    }
    if let Some(Some(address)) = &req.base_url {
        providers::base_url(kind, address)
            .map_err(|it| ApiError::new(Code::BadRequest, it).because(Reason::Address, []))?;
    }
    aside(app, move |app| {
        let mut kept = app.state().kept.clone();
        let it = kept.personal.providers.entry(kind.name().to_owned()).or_default();
        let change = |field: &mut Option<String>, to: Option<Option<String>>| {
            if let Some(to) = to {
                *field = to;
            }
        };
        change(&mut it.base_url, req.base_url);
        change(&mut it.model, req.model);
        change(&mut it.second_model, req.second_model);
        app.change_settings(kept)?;
        Ok(shown(app))
    })
    .await
}

pub(crate) async fn keep_key(app: &Arc<App>, req: KeepKeyReq) -> Result<ProvidersView, ApiError> {
    let kind = crate::keys::kind(&req.provider)?;
    if !req.key.is_sendable() {
        let message = "this is no key: it holds blanks, or letters that no key has";
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("copy it once more")
            .because(Reason::KeyMalformed, []));
    }
    aside(app, move |app| {
        may_replace(app, kind)?;
        app.keys().remember(kind.name(), &req.key).map_err(|err| refused(kind, &err))?;
        app.renew_engines()?;
        Ok(shown(app))
    })
    .await
}

pub(crate) async fn forget_key(app: &Arc<App>, req: OfProvider) -> Result<ProvidersView, ApiError> {
    let kind = crate::keys::kind(&req.provider)?;
    aside(app, move |app| {
        may_replace(app, kind)?;
        app.keys().forget(kind.name()).map_err(|err| refused(kind, &err))?;
        app.renew_engines()?;
        Ok(shown(app))
    })
    .await
}

/// Whoever has the token of a link may give a key where there is none. To replace one or take it away
/// takes the machine's user: else a token that leaks would have all papers sent in another's name.
fn may_replace(app: &App, kind: ProviderKind) -> Result<(), ApiError> {
    if app.reach == Reach::Paths || app.keys().entry(kind.name()).is_none() {
        return Ok(());
    }
    let name = kind.name();
    let message = format!("a key for {name} is kept already, and cannot be replaced from here");
    Err(ApiError::new(Code::Forbidden, message)
        .hint(format!("`proviso key set {name}` or the desktop application replaces it"))
        .because(Reason::NotFromHere, []))
}

/// A keyring that refuses is told with the place that keys have instead.
fn refused(kind: ProviderKind, err: &proviso_kit::secret::KeyringError) -> ApiError {
    let variable = kind.variables().last().copied().unwrap_or_default();
    ApiError::from_error(Code::NoKeyring, err)
        .hint(format!("set `{variable}` in the environment and start Proviso again"))
        .because(Reason::NoKeyring, [("variable", variable)])
}

/// Keyrings may ask their user and let one wait: not on the threads that answer everybody.
async fn aside<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let app = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || work(&app)).await;
    done.map_err(|err| ApiError::from_error(Code::Unknown, &err))?
}

fn shown(app: &App) -> ProvidersView {
    let keys = app.keys();
    let keyring = keys.has_keyring();
    ProvidersView {
        providers: ProviderKind::OFFERED
            .into_iter()
            .map(|it| view(app, &*keys, keyring, it))
            .collect(),
        keyring,
        engine_fixed: engine::chosen_engine(app.chosen(), &*keys),
    }
}

fn view(app: &App, keys: &dyn Keys, keyring: bool, kind: ProviderKind) -> ProviderView {
    let now = app.state();
    let personal = &now.kept.personal;
    let set = personal.providers.get(kind.name()).cloned().unwrap_or_default();
    let given = &app.chosen().provider;
    let variable = |name: &str| keys.variable(name).filter(|it| !it.trim().is_empty());
    let fixed = |option: &Option<String>, flag: &str, name: &str| {
        let by_flag = option.as_ref().map(|_| flag.to_owned());
        by_flag.or_else(|| variable(name).map(|_| name.to_owned()))
    };
    let in_environment = kind.variables().iter().find(|it| variable(it).is_some());
    let place = match in_environment {
        Some(_) => Some(KeyPlace::Environment),
        None if keyring && keys.entry(kind.name()).is_some() => Some(KeyPlace::Keyring),
        None => None,
    };
    let usual = kind.address_variable().and_then(variable);
    let asked = engine::asked(app.chosen(), personal, keys, kind.name());
    let has_address = asked.base_url.is_some() || usual.is_some();
    let (lack, reason) = match providers::effective(&asked, keys) {
        Ok(Effective::Provider(_) | Effective::Builtin) => (None, None),
        Ok(Effective::Degraded { reason, .. }) => (Some(ProviderLack::Key), Some(reason)),
        Err(reason) if asked.model.is_none() => (Some(ProviderLack::Model), Some(reason)),
        Err(reason) => (Some(ProviderLack::Address), Some(reason)),
    };
    ProviderView {
        name: kind.name().to_owned(),
        base_url: ProviderValue {
            set: set.base_url,
            usual: Some(usual.unwrap_or_else(|| kind.home().to_owned())),
            fixed_by: fixed(&given.base_url, "--base-url", BASE_URL),
        },
        model: ProviderValue {
            set: set.model,
            usual: None,
            fixed_by: fixed(&given.model, "--model", MODEL),
        },
        second_model: ProviderValue {
            set: set.second_model,
            usual: None,
            fixed_by: fixed(&given.second_model, "--second-model", SECOND_MODEL),
        },
        key: KeyView {
            place,
            variable: in_environment
                .or_else(|| kind.variables().last())
                .map(|it| (*it).to_owned())
                .unwrap_or_default(),
            needed: kind.needs_key() && !has_address,
        },
        lack,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;

    use proviso_core::ports::{Checker, Reads};
    use proviso_kit::idris::IdrisProcess;
    use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader};
    use proviso_kit::secret::KeyringError;
    use proviso_kit::settings::{Kept, Personal};

    use super::*;
    use crate::ports::Machine;
    use crate::{Answer, AppOptions, dispatch};

    const KEY: &str = "sk-test-4711-0123456789abcdef";

    /// A keyring in memory that takes this key only, so that nobody need get it out again.
    #[derive(Clone, Default)]
    struct Ring(Arc<Mutex<BTreeSet<String>>>);

    impl Keys for Ring {
        fn variable(&self, _name: &str) -> Option<String> {
            None
        }
        fn entry(&self, provider: &str) -> Option<String> {
            self.0.lock().unwrap().contains(provider).then(|| KEY.to_owned())
        }
        fn has_keyring(&self) -> bool {
            true
        }
        fn remember(&self, provider: &str, key: &Secret) -> Result<(), KeyringError> {
            assert_eq!(Some(key), Secret::new(KEY).as_ref(), "it comes as it was typed");
            self.0.lock().unwrap().insert(provider.to_owned());
            Ok(())
        }
        fn forget(&self, provider: &str) -> Result<(), KeyringError> {
            self.0.lock().unwrap().remove(provider);
            Ok(())
        }
    }

    struct WithRing(Ring);

    impl Machine for WithRing {
        fn reader(&self, _settings: &Kept, _private: Option<&Path>) -> Arc<dyn Reads> {
            let program = WorkerProgram::this_one().unwrap();
            Arc::new(WorkerReader::new(program, ReadLimits::default()))
        }
        fn checker(&self, _settings: &Kept) -> Arc<dyn Checker> {
            Arc::new(IdrisProcess::new(Some(PathBuf::from("none"))))
        }
        fn study(&self) -> Arc<dyn proviso_core::ports::Study> {
            Arc::new(proviso_core::ports::OnTheSpot::default())
        }
        fn keys(&self) -> Box<dyn Keys> {
            Box::new(self.0.clone())
        }
        fn passwords(&self) -> Arc<proviso_kit::reading::Passwords> {
            Arc::default()
        }
        fn is_this_one(&self) -> bool {
            false
        }
    }

    async fn ask(app: &Arc<App>, name: &str, request: serde_json::Value) -> serde_json::Value {
        let text = match dispatch(app, name, request).await {
            Ok(Answer::Json(text)) => text,
            Ok(Answer::File(_)) => panic!("no file was asked for"),
            Err(err) => serde_json::to_string(&err).unwrap(),
        };
        assert!(!text.contains("4711"), "{name} tells the key: {text}");
        serde_json::from_str(&text).unwrap()
    }

    #[tokio::test]
    async fn a_key_in_the_keyring_lets_its_provider_work_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let options = AppOptions {
            workspace: Some(folder.path().to_owned()),
            need: crate::Need::Make,
            ..AppOptions::default()
        };
        let ring = Box::new(WithRing(Ring::default()));
        let app = Arc::new(App::over(options, ring, Personal::default()).unwrap());
        let json = |it: &str| serde_json::from_str::<serde_json::Value>(it).unwrap();
        ask(&app, "settings.set", json(r#"{"engine":"anthropic"}"#)).await;
        let model = json(r#"{"provider":"anthropic","model":"m","base_url":"http://127.0.0.1:9"}"#);
        let all = ask(&app, "providers.set", model).await;
        assert_eq!(all["providers"][1]["lack"], json("null"), "a server of one's own needs none");
        let home = json(r#"{"provider":"anthropic","base_url":null}"#);
        let all = ask(&app, "providers.set", home).await;
        assert_eq!(all["providers"][1]["lack"], "key");
        assert_eq!(ask(&app, "app.state", json("{}")).await["engine"], "builtin");

        let keep = serde_json::json!({ "provider": "anthropic", "key": format!("{KEY}\n") });
        let all = ask(&app, "keys.keep", keep).await;
        assert_eq!(all["providers"][1]["key"]["place"], "keyring");
        assert_eq!(ask(&app, "app.state", json("{}")).await["engine"], "anthropic");
        for name in ["settings.get", "providers.list", "doctor.examine", "runs.list"] {
            ask(&app, name, json("{}")).await;
        }
        let all = ask(&app, "keys.forget", json(r#"{"provider":"anthropic"}"#)).await;
        assert_eq!(all["providers"][1]["key"]["place"], json("null"));
        assert_eq!(ask(&app, "app.state", json("{}")).await["engine"], "builtin");
        let wrong = serde_json::json!({ "provider": "mock", "key": KEY });
        assert_eq!(ask(&app, "keys.keep", wrong).await["code"], "bad_request");
    }

    #[tokio::test]
    async fn a_token_gives_a_key_where_there_is_none_and_replaces_none() {
        let folder = tempfile::tempdir().unwrap();
        let ring = Ring::default();
        let app = |reach| {
            let options = AppOptions {
                workspace: Some(folder.path().to_owned()),
                need: crate::Need::Make,
                reach,
                ..AppOptions::default()
            };
            let machine = Box::new(WithRing(ring.clone()));
            Arc::new(App::over(options, machine, Personal::default()).unwrap())
        };
        let (browser, window) = (app(Reach::Uploads), app(Reach::Paths));
        let keep = || serde_json::json!({ "provider": "anthropic", "key": KEY });
        let forget = || serde_json::json!({ "provider": "anthropic" });
        let all = ask(&browser, "keys.keep", keep()).await;
        assert_eq!(all["providers"][1]["key"]["place"], "keyring", "there was none");
        for (name, request) in [("keys.keep", keep()), ("keys.forget", forget())] {
            let err = ask(&browser, name, request).await;
            assert_eq!(err["code"], "forbidden", "{name}: {err}");
            assert!(err["hints"][0].as_str().unwrap().contains("`proviso key set anthropic`"));
        }
        assert!(ring.entry("anthropic").is_some(), "it is still there");
        for (name, request) in [("keys.keep", keep()), ("keys.forget", forget())] {
            let all = ask(&window, name, request).await;
            assert!(all["providers"].is_array(), "the machine's user may: {all}");
        }
        assert!(ring.entry("anthropic").is_none());
    }
}

//! Which prompts a recorded run is played again with.

use crate::agent::{Versions, prompt_version};

#[test]
fn a_run_is_asked_with_the_prompts_that_its_record_names() {
    let versions =
        Versions::recorded(["analyst/default/v2", "author/invoice/v1", "analyst/default/v2"]);
    assert_eq!(versions.of("analyst"), Some("v2"));
    assert_eq!(versions.of("author"), Some("v1"));
    assert_eq!(versions.of("fixer"), prompt_version("fixer"), "who was not asked is asked as now");
    assert_eq!(versions.of("nobody"), None);
    assert_eq!(Versions::default().of("analyst"), prompt_version("analyst"));
}

// What a failure means to a person: a title by its code, the program's own words below, and where
// to go. The only place that turns codes into words.
import type { ApiProblem } from "$lib/backend/problem";
import type { Route } from "$lib/controllers/router.svelte";
import type { Messages } from "$lib/i18n/en";

export interface Explained {
  title: string;
  message: string;
  hints: string[];
  /** What only programmers want to read. */
  detail: string[];
  way: { label: string; to: Route } | null;
}

export function explain(problem: ApiProblem, t: Messages): Explained {
  const p = t.problems;
  // What to type into a terminal helps nobody here.
  const hints = problem.hints.filter((it) => !it.includes("`proviso ")).map(sentence);
  const own = {
    title: p[problem.code],
    message: sentence(problem.message),
    hints,
    detail: problem.detail,
  };
  if (t.reasons) {
    // The program speaks English: another language says it by its reason, or leaves it to the title.
    const said = problem.reason ? t.reasons[problem.reason](problem.values) : null;
    own.message = said?.message ?? "";
    own.hints = said?.hint ? [said.hint] : [];
    own.detail = [problem.message, ...problem.detail];
  }
  switch (problem.code) {
    case "offline":
      return { ...own, title: p.offline, message: p.offlineWhy, hints: [], way: null };
    case "unauthorized":
      return { ...own, title: p.unauthorized, message: p.unauthorizedWhy, hints: [], way: null };
    case "project_busy": {
      const way = problem.run
        ? { label: p.openBusy, to: { screen: "run", run: problem.run, tab: "findings" } as const }
        : null;
      return { ...own, hints: [p.project_busyWhy], way };
    }
    case "compiler_missing": {
      const way = { label: p.openDoctor, to: { screen: "doctor" } as const };
      return { ...own, hints: [p.compiler_missingWhy], way };
    }
    case "workspace_missing":
      return { ...own, way: { label: t.welcome.folderTitle, to: { screen: "welcome" } } };
    case "not_found":
      return { ...own, way: { label: t.documents.title, to: { screen: "documents" } } };
    case "storage":
      return { ...own, way: { label: p.openDoctor, to: { screen: "doctor" } } };
    default:
      return { ...own, way: null };
  }
}

/** The program's messages begin small and mark names as one line of a terminal does. */
function sentence(text: string): string {
  const said = text.replace(/`([^`]*)`/g, "“$1”");
  return said === "" ? "" : said[0]!.toUpperCase() + said.slice(1);
}

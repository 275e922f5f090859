// Where the person is: a fragment such as `#/runs/12/model?rule=3`, so that the same address works
// in a browser and in the desktop's webview, and back and forward mean what they say.
import { isNamed, type Named, to } from "$lib/screens";

export const TABS = ["findings", "model", "attempts", "analysis", "terminal"] as const;
export type Tab = (typeof TABS)[number];

export type Route =
  | { screen: Exclude<Named, "models"> }
  | { screen: "run"; run: string; tab: Tab }
  | { screen: "compare"; a: string; b: string }
  | { screen: "models"; name: string | null }
  | { screen: "welcome" }
  | { screen: "lost" };

export type Screen = Route["screen"];

export function parse(fragment: string): Route {
  const parts = fragment
    .replace(/^#?\/?/, "")
    .split("?")[0]!
    .split("/")
    .map(decode);
  const [head = "", second, third, fourth] = parts;
  if (head === "") return { screen: "inbox" };
  if (head === "runs" && second === "compare" && third && fourth)
    return { screen: "compare", a: third, b: fourth };
  if (head === "runs" && second) {
    const tab = TABS.find((it) => it === third);
    return third && !tab
      ? { screen: "lost" }
      : { screen: "run", run: second, tab: tab ?? "findings" };
  }
  // Where the list of runs was there are documents now.
  if (head === "runs") return { screen: "documents" };
  if (head === "models") return { screen: "models", name: second ?? null };
  if (isNamed(head)) return to(head);
  if (head === "welcome") return { screen: head };
  return { screen: "lost" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function address(route: Route): string {
  const safe = encodeURIComponent;
  switch (route.screen) {
    case "run":
      return `#/runs/${safe(route.run)}${route.tab === "findings" ? "" : `/${route.tab}`}`;
    case "compare":
      return `#/runs/compare/${safe(route.a)}/${safe(route.b)}`;
    case "models":
      return route.name ? `#/models/${safe(route.name)}` : "#/models";
    case "lost":
      return "#/inbox";
    default:
      return `#/${route.screen}`;
  }
}

export class Router {
  route = $state.raw<Route>({ screen: "inbox" });

  constructor(private readonly view: Pick<Window, "location" | "addEventListener" | "history">) {
    this.route = parse(view.location.hash);
    view.addEventListener("hashchange", () => (this.route = parse(view.location.hash)));
  }

  go(route: Route): void {
    const to = address(route);
    if (this.view.location.hash === to) this.route = route;
    else this.view.location.hash = to;
  }

  /** Goes there without a step back to where one was. */
  replace(route: Route): void {
    this.view.history.replaceState(null, "", address(route));
    this.route = route;
  }
}

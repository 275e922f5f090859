// The findings of a run, and requests to issuers, for others: one HTML file, or a PDF. The window
// writes that itself; in a browser it goes by way of printing, and every system prints to PDF.
// What is printed stands in a shadow root with a sheet of its own: no frame and nothing inline, so
// that the content policy stays as strict as it is.
import type { TableFormat } from "$lib/backend/bindings";
import type { Session } from "$lib/controllers/session.svelte";

type What = "models.report" | "runs.request" | "runs.bundle";

/** Saves the report as one file that needs nothing else. */
export function saveReport(session: Session, run: string, project: string): Promise<void> {
  return save(session, "models.report", run, `${project}-findings`);
}

/** Saves what the issuer of the documents is asked for. */
export function saveRequest(session: Session, run: string, project: string): Promise<void> {
  return save(session, "runs.request", run, `${project}-request`);
}

/** Saves the evidence as a page that checks itself wherever it is opened. */
export function saveBundle(session: Session, run: string, project: string): Promise<void> {
  return save(session, "runs.bundle", run, `${project}-evidence`);
}

/** Saves the report as PDF; in a browser by way of its printing. */
export function printReport(session: Session, run: string, project: string): Promise<void> {
  return print(session, "models.report", run, `${project}-findings`);
}

/** The same with what the issuer is asked for. */
export function printRequest(session: Session, run: string, project: string): Promise<void> {
  return print(session, "runs.request", run, `${project}-request`);
}

/** Saves what was read and found of runs as tables for the next program. */
export function saveTables(
  session: Session,
  runs: string[],
  format: TableFormat,
  title: string,
): Promise<void> {
  const { backend, i18n } = session;
  const make = () => backend.call("runs.tables", { runs, format, language: i18n.language });
  return saveFile(session, make, `${title}.${format === "csv" ? "zip" : format}`);
}

/** Saves what is made where a person says, and tells that it was, or what went wrong. */
export async function saveFile(
  session: Session,
  make: () => Promise<Blob>,
  name: string,
): Promise<void> {
  const { backend, toasts, i18n } = session;
  try {
    if (await backend.saveAs(await make(), name)) toasts.say(i18n.t.models.saved(name));
  } catch (thrown) {
    toasts.fail(thrown);
  }
}

function save(session: Session, what: What, run: string, title: string): Promise<void> {
  const { backend, i18n } = session;
  const make = () => backend.call(what, { run, language: i18n.language });
  return saveFile(session, make, `${title}.html`);
}

async function print(session: Session, what: What, run: string, named: string): Promise<void> {
  const { backend, toasts, i18n } = session;
  try {
    const bytes = await backend.call(what, { run, language: i18n.language });
    const printed = await stand(await bytes.text());
    // The title is what systems propose as the name of the PDF.
    const title = document.title;
    document.title = named;
    const leave = () => {
      printed.remove();
      document.body.classList.remove("printing");
      document.title = title;
    };
    const name = `${named}.pdf`;
    const saved = await backend.savePdf(name).catch((thrown: unknown) => {
      leave();
      throw thrown;
    });
    if (saved !== null) {
      leave();
      if (saved) toasts.say(i18n.t.models.saved(name));
      return;
    }
    window.addEventListener("afterprint", leave, { once: true });
    window.print();
  } catch (thrown) {
    toasts.fail(thrown);
  }
}

/** Puts a report where only printers see it, with all its pictures there. */
async function stand(html: string): Promise<HTMLElement> {
  document.querySelector("body > .on-paper")?.remove();
  // Even while it is only parsed an inline style would be against the policy. It is the first thing
  // of its kind in the file, before anything that a document says.
  let style = "";
  const bare = html.replace(/<style>([^<]*)<\/style>/, (_, it: string) => ((style = it), ""));
  const report = new DOMParser().parseFromString(bare, "text/html");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const host = document.createElement("div");
  host.className = "on-paper";
  host.lang = report.documentElement.lang;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  const body = document.createElement("div");
  body.className = "body";
  body.append(...report.body.childNodes);
  root.append(body);
  document.body.append(host);
  document.body.classList.add("printing");
  // A picture that cannot be shown is missing in the file as well; the words beside it are there.
  await Promise.allSettled([...root.querySelectorAll("img")].map((it) => it.decode()));
  return host;
}

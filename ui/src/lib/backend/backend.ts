// What a host owes the UI: one call, one stream of events, and the few things only a host can do.
// Two hosts implement it, `http.ts` for `proviso serve` and `tauri.ts` for the desktop.
import { type Commands as Generated, FILE_COMMANDS, type RunEvent } from "$lib/backend/bindings";

/** Every command with its request and response. */
export type Commands = Generated;
export type CommandName = keyof Commands;
export type Request<C extends CommandName> = Commands[C][0];
export type Response<C extends CommandName> = Commands[C][1];

/** Whether a command answers with a file. */
const files: ReadonlySet<string> = new Set(FILE_COMMANDS);
export const answersFile = (name: CommandName): boolean => files.has(name);

/** Something dropped, picked or pasted: a path that the host knows already, or bytes to hand over. */
export type Given = { path: string; name: string } | File;

export type Connection = "connecting" | "live" | "lost";

/** Who listens to the stream; `resume` says from where each run that is watched goes on. */
export interface EventSink {
  event(event: RunEvent): void;
  connection(state: Connection): void;
  resume(): { run: string; next: number }[];
}

/** What the host sees while files hang over the window. */
export interface DropSink {
  over(count: number | null): void;
  left(): void;
  dropped(files: Given[]): void;
}

export interface Backend {
  readonly host: "http" | "tauri";
  /** Asks for a command; failures are thrown as `ApiProblem`. */
  call<C extends CommandName>(name: C, request: Request<C>): Promise<Response<C>>;
  /** Listens until the function that comes back is called. */
  listen(sink: EventSink): () => void;
  /** Makes a path that commands take out of what a person gave. */
  hand(given: Given): Promise<string>;
  /** A dialog for documents, with what is said in it; none chosen gives an empty list. */
  pickFiles(words: { title: string; kinds: string }): Promise<Given[]>;
  /** The picture on the clipboard, where a page is not handed it as pasted; none where there is
      none. */
  pasted(name: string): Promise<Given | null>;
  /** A dialog for a folder; none where the host has no such dialog. */
  pickFolder(title: string): Promise<string | null>;
  /** Puts bytes where a person wants them; says whether they were put anywhere. */
  saveAs(bytes: Blob, name: string): Promise<boolean>;
  /** Puts what stands for printers where a person wants it, as PDF: whether it was put anywhere, or
      null where only the dialog of printing can. */
  savePdf(name: string): Promise<boolean | null>;
  /** Shows everything larger or smaller; a browser has its own way, and null. */
  readonly zoom: ((factor: number) => Promise<void>) | null;
  /** Native drops on the window; browsers' own drop events serve where this does nothing. */
  onDrop(sink: DropSink): () => void;
  /** Opens a file of the workspace in the system's editor. */
  openInEditor(path: string): Promise<void>;
  /** Shows a file of the workspace in the system's file manager. */
  reveal(path: string): Promise<void>;
  /** Says something where the window is not looked at. */
  notify(title: string, body: string): Promise<void>;
  /** Asked before the window closes; it stays open where the answer is no. */
  guardClosing(mayClose: () => Promise<boolean>): () => void;
  /** Files that the application was opened with. */
  onOpened(take: (files: Given[]) => void): () => void;
}

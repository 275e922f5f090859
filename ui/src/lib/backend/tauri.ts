// The desktop's host: the same commands through Tauri's IPC, native drops and dialogs.
// The only file that knows `@tauri-apps`.
import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { getCurrentWindow } from "@tauri-apps/api/window";
import { open } from "@tauri-apps/plugin-dialog";
import {
  answersFile,
  type Backend,
  type CommandName,
  type Commands,
  type DropSink,
  type EventSink,
  type Given,
  type Request,
  type Response as Answer,
} from "$lib/backend/backend";
import { EXTENSIONS, type RunEvent } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";

const KINDS: Partial<Record<keyof Commands, string>> = {
  "pages.image": "image/png",
  "models.export": "application/zip",
  "models.report": "text/html",
  "runs.bundle": "text/html",
};

/** A subscription that is being made: ending it early ends it as soon as it is there. */
function later(made: Promise<() => void>): () => void {
  return () => void made.then((end) => end());
}

function given(path: string): Given {
  return { path, name: path.split(/[\\/]/).at(-1) ?? path };
}

async function ask<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (thrown) {
    throw ApiProblem.from(thrown);
  }
}

export class TauriBackend implements Backend {
  readonly host = "tauri";

  async call<C extends CommandName>(name: C, args: Request<C>): Promise<Answer<C>> {
    const answer = await ask<unknown>("command", { name, args });
    if (!answersFile(name)) return answer as Answer<C>;
    const kind = KINDS[name];
    return new Blob([answer as ArrayBuffer], { type: kind }) as Answer<C>;
  }

  listen(sink: EventSink): () => void {
    sink.connection("connecting");
    const made = listen<RunEvent>("run-event", (it) => sink.event(it.payload));
    made.then(
      () => sink.connection("live"),
      () => sink.connection("lost"),
    );
    return later(made);
  }

  async hand(it: Given): Promise<string> {
    if (!(it instanceof File)) return it.path;
    // A pasted image has no path: its bytes go to the shell, which keeps them like an upload.
    const bytes = new Uint8Array(await it.arrayBuffer());
    try {
      const name = encodeURIComponent(it.name);
      return await invoke<string>("keep_upload", bytes, { headers: { name } });
    } catch (thrown) {
      throw ApiProblem.from(thrown);
    }
  }

  async pickFiles({ title, kinds }: { title: string; kinds: string }): Promise<Given[]> {
    const filters = [{ name: kinds, extensions: EXTENSIONS }];
    const chosen = await open({ title, multiple: true, directory: false, filters });
    return (chosen ?? []).map(given);
  }

  async pasted(name: string): Promise<Given | null> {
    const path = await ask<string | null>("paste_image", { name });
    return path === null ? null : { path, name };
  }

  pickFolder(title: string): Promise<string | null> {
    return open({ directory: true, title });
  }

  async saveAs(bytes: Blob, name: string): Promise<boolean> {
    // The dialog is the shell's own: the page names no path that is written to.
    const headers = { name: encodeURIComponent(name) };
    try {
      return await invoke<boolean>("save_as", new Uint8Array(await bytes.arrayBuffer()), {
        headers,
      });
    } catch (thrown) {
      throw ApiProblem.from(thrown);
    }
  }

  savePdf(name: string): Promise<boolean | null> {
    return ask("save_pdf", { name });
  }

  readonly zoom = (factor: number): Promise<void> => getCurrentWebview().setZoom(factor);

  onDrop(sink: DropSink): () => void {
    return later(
      getCurrentWebview().onDragDropEvent(({ payload }) => {
        if (payload.type === "enter") sink.over(payload.paths.length);
        else if (payload.type === "drop") sink.dropped(payload.paths.map(given));
        else if (payload.type === "leave") sink.left();
      }),
    );
  }

  openInEditor(path: string): Promise<void> {
    return ask("open_path", { path });
  }

  reveal(path: string): Promise<void> {
    return ask("reveal_path", { path });
  }

  notify(title: string, body: string): Promise<void> {
    return ask("notify", { title, body });
  }

  guardClosing(mayClose: () => Promise<boolean>): () => void {
    const view = getCurrentWindow();
    return later(
      view.onCloseRequested(async (request) => {
        if (!(await mayClose())) request.preventDefault();
      }),
    );
  }

  onOpened(take: (files: Given[]) => void): () => void {
    const made = listen<string[]>("opened-files", (it) => take(it.payload.map(given)));
    // Files named on the command line came before anybody listened.
    void made
      .then(() => ask<string[]>("opened_files", {}))
      .then((paths) => paths.length > 0 && take(paths.map(given)));
    return later(made);
  }
}

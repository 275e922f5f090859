// The browser's host: `proviso serve` on this machine, commands by POST, events by WebSocket.
import {
  answersFile,
  type Backend,
  type CommandName,
  type EventSink,
  type Given,
  type Request,
  type Response as Answer,
} from "$lib/backend/backend";
import { EXTENSIONS, type RunEvent } from "$lib/backend/bindings";
import { ApiProblem, isApiError } from "$lib/backend/problem";

/** The pause before the stream is tried again, doubled each time up to the last. */
const FIRST_PAUSE_MS = 400;
const LAST_PAUSE_MS = 8_000;

async function problem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  if (isApiError(body)) return new ApiProblem(body);
  const code = response.status === 401 ? "unauthorized" : "unknown";
  return new ApiProblem({ code, message: `${response.status} ${response.statusText}` });
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, method: "POST", credentials: "same-origin" });
  } catch (cause) {
    throw new ApiProblem({ code: "offline", message: String(cause) });
  }
  if (!response.ok) throw await problem(response);
  return response;
}

export class HttpBackend implements Backend {
  readonly host = "http";
  readonly zoom = null;

  async call<C extends CommandName>(name: C, request: Request<C>): Promise<Answer<C>> {
    const response = await reach(`/api/${name}`, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    return (await (answersFile(name) ? response.blob() : response.json())) as Answer<C>;
  }

  listen(sink: EventSink): () => void {
    let socket: WebSocket | null = null;
    let pause = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const open = () => {
      sink.connection("connecting");
      const from = sink.resume().map((it) => `${it.run}:${it.next}`);
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const query = from.length > 0 ? `?from=${encodeURIComponent(from.join(","))}` : "";
      socket = new WebSocket(`${scheme}://${location.host}/ws/live${query}`);
      socket.onopen = () => {
        pause = FIRST_PAUSE_MS;
        sink.connection("live");
      };
      socket.onmessage = (message) => sink.event(JSON.parse(String(message.data)) as RunEvent);
      socket.onclose = () => {
        if (ended) return;
        sink.connection("lost");
        timer = setTimeout(open, pause);
        pause = Math.min(pause * 2, LAST_PAUSE_MS);
      };
    };
    const atOnce = () => {
      if (socket?.readyState !== WebSocket.CLOSED) return;
      clearTimeout(timer);
      open();
    };
    window.addEventListener("online", atOnce);
    open();
    return () => {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener("online", atOnce);
      socket?.close();
    };
  }

  async hand(given: Given): Promise<string> {
    if (!(given instanceof File)) return given.path;
    const response = await reach(`/api/upload?name=${encodeURIComponent(given.name)}`, {
      body: given,
    });
    return ((await response.json()) as { path: string }).path;
  }

  pickFiles(): Promise<Given[]> {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.accept = EXTENSIONS.map((it) => `.${it}`).join(",");
    return new Promise((resolve) => {
      input.onchange = () => resolve([...(input.files ?? [])]);
      input.oncancel = () => resolve([]);
      input.click();
    });
  }

  async pasted(): Promise<Given | null> {
    // The browser hands pages what is pasted.
    return null;
  }

  async pickFolder(): Promise<string | null> {
    return null;
  }

  async saveAs(bytes: Blob, name: string): Promise<boolean> {
    const url = URL.createObjectURL(bytes);
    const anchor = document.createElement("a");
    anchor.href = url;
    anchor.download = name;
    anchor.click();
    // The download reads the bytes after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  }

  async savePdf(): Promise<boolean | null> {
    return null;
  }

  onDrop(): () => void {
    return () => {};
  }

  async openInEditor(): Promise<void> {
    throw new ApiProblem({ code: "forbidden", message: "a browser cannot open local files" });
  }

  async reveal(): Promise<void> {
    throw new ApiProblem({ code: "forbidden", message: "a browser cannot open local folders" });
  }

  async notify(title: string, body: string): Promise<void> {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    new Notification(title, { body, icon: "/favicon.svg" });
  }

  guardClosing(): () => void {
    // The server goes on when a tab closes: nothing is lost, so nobody is asked.
    return () => {};
  }

  onOpened(): () => void {
    return () => {};
  }
}

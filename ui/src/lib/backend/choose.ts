// Which host this is: the desktop's webview carries Tauri's internals, a browser does not.
import type { Backend } from "$lib/backend/backend";
import { HttpBackend } from "$lib/backend/http";

export async function chooseBackend(): Promise<Backend> {
  if (!("__TAURI_INTERNALS__" in window)) return new HttpBackend();
  const { TauriBackend } = await import("$lib/backend/tauri");
  return new TauriBackend();
}

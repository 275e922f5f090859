// What a browser hands over of files and folders that were dropped on its page.
//
// Invariant: a folder stands for the documents that lie in it, by the same rule as in the window: those
// whose names end as documents' do, hidden ones and folders within it left out.
import { EXTENSIONS } from "$lib/backend/bindings";

export interface Dropped {
  files: File[];
  /** Folders in which there is no document. */
  empty: string[];
}

/** Reads what was dropped. It must be called while the event is handled: later nothing is there. */
export async function dropped(transfer: DataTransfer): Promise<Dropped> {
  const given = [...transfer.items].map((it) => ({
    entry: it.webkitGetAsEntry(),
    file: it.getAsFile(),
  }));
  const all: Dropped = { files: [], empty: [] };
  for (const { entry, file } of given) {
    if (!isFolder(entry)) {
      if (file) all.files.push(file);
      continue;
    }
    const files = await documentsIn(entry);
    if (files.length === 0) all.empty.push(entry.name);
    all.files.push(...files);
  }
  return all;
}

const isFolder = (it: FileSystemEntry | null): it is FileSystemDirectoryEntry =>
  it?.isDirectory === true;

const isFile = (it: FileSystemEntry): it is FileSystemFileEntry => it.isFile;

const isDocument = ({ name }: FileSystemEntry): boolean =>
  !name.startsWith(".") &&
  name.includes(".") &&
  EXTENSIONS.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());

async function documentsIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const found: FileSystemFileEntry[] = [];
  // Browsers hand them over by the hundred; nothing more comes when nothing comes.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, lost) =>
      reader.readEntries(done, lost),
    );
    if (some.length === 0) break;
    found.push(...some.filter(isFile).filter(isDocument));
  }
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(found.map((it) => new Promise<File>((done, lost) => it.file(done, lost))));
}

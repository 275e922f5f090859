// What a document is called where people look for it: by its file, or by its title where the file's
// name says nothing to a Korean reader. The project's name is for programs.
const HANGUL = /[가-힣]/;

/** The name of a file without what it ends in. */
function stem(file: string): string {
  const at = file.lastIndexOf(".");
  return at > 0 ? file.slice(0, at) : file;
}

/** What the name of a file ends in, for where there is no picture of it. */
export function extension(file: string): string {
  const at = file.lastIndexOf(".");
  return at > 0 ? file.slice(at + 1).toUpperCase() : "";
}

/** The name of the first file, or the title; that there are more is said by `others`. */
export function documentName(
  files: readonly string[],
  title: string | null,
  others: (count: number) => string,
): string {
  const file = stem(files[0] ?? "");
  const titled = title?.trim() ?? "";
  const name =
    titled !== "" && (file === "" || (HANGUL.test(titled) && !HANGUL.test(file))) ? titled : file;
  return files.length > 1 ? `${name} ${others(files.length - 1)}` : name;
}

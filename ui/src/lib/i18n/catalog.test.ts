// The catalogs: the same keys, no empty word, no English left in Korean, addresses, formats.
import { describe, expect, it } from "vitest";
import { ApiProblem } from "$lib/backend/problem";
import { explain } from "$components/ui/explain";
import { address, parse } from "$lib/controllers/router.svelte";
import { ago, duration, size } from "$lib/format/format";
import { parse as markdown, spans } from "$lib/format/markdown";
import { fits, rank } from "$lib/format/match";
import { en } from "$lib/i18n/en";
import { systemLanguage } from "$lib/i18n/i18n.svelte";
import { ko } from "$lib/i18n/ko";
import retired from "$lib/i18n/retired.json";

function words(catalog: object, path = ""): [string, string][] {
  const own = Object.entries(catalog).filter(([key]) => key !== "reasons");
  return own.flatMap(([key, value]): [string, string][] => {
    const here = `${path}.${key}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value === "function") return [[here, String(value(2, 3))]];
    return words(value as object, here);
  });
}

describe("catalogs", () => {
  it("have the same keys and no empty word", () => {
    const keys = (of: object) => words(of).map((it) => it[0]);
    expect(keys(ko)).toEqual(keys(en));
    for (const [key, word] of [...words(ko), ...words(en)]) expect(word.trim(), key).not.toBe("");
  });

  it("speak Korean in Korean", () => {
    // Names, forms and numbers are the same in both.
    const same = words(ko).filter(([, word]) => /[a-z]{3}/i.test(word) && !/[가-힣]/.test(word));
    expect(same.map((it) => it[0]).sort()).toEqual([
      ".app.compilerFound",
      ".app.name",
      ".doctor.names.idris2",
      ".doctor.names.proviso",
      ".engineName.anthropic",
      ".engineName.ollama",
      ".kindForm.email",
      ".run.compiler",
    ]);
  });

  it("use no English word in Korean but names, formats and what is typed", () => {
    // What stands in backticks is typed or a file's name as it is.
    const allowed = new Set(
      (
        "Proviso Idris Domains Core Facts PATH PROVISO IDRIS BASE URL OpenAI Anthropic Ollama " +
        "JSON PDF HWP HWPX DOC DOCX XLSX XLS ODS HTML EML XML CSV TXT MD ZIP zip toml md json db " +
        "Ctrl Enter Esc Tab English USD LeaseSeoul prices direction analysis kept prompts " +
        "proviso ms MiB idr idris http https name example com Shift Backspace"
      ).split(" "),
    );
    const korean = (text: string) => text.replace(/`[^`]*`/g, "").match(/[A-Za-z]{2,}/g) ?? [];
    const placeholders = new Proxy({}, { get: () => "1" });
    const reasons = Object.entries(ko.reasons ?? {}).flatMap(([reason, say]) => {
      const { message, hint } = say(placeholders as Record<string, string>);
      return [message, hint ?? ""].map((it): [string, string] => [`.reasons.${reason}`, it]);
    });
    const english = [...words(ko), ...reasons].flatMap(([key, text]) =>
      korean(text)
        .filter((it) => !allowed.has(it))
        .map((it) => `${key}: ${it}`),
    );
    expect(english).toEqual([]);
  });

  it("call one thing by one word in Korean", () => {
    const values = new Proxy({}, { get: () => "1" });
    const reasons = Object.entries(ko.reasons ?? {}).flatMap(([key, say]) =>
      Object.values(say(values) as object).map((it): [string, string] => [key, String(it)]),
    );
    const found = [...words(ko), ...reasons].flatMap(([key, text]) =>
      Object.keys(retired)
        .filter((it) => text.includes(it))
        .map((it) => `${key}: ${it}`),
    );
    expect(found).toEqual([]);
  });

  it("leave it to the program to say what is proved", () => {
    const claims = (catalog: object) =>
      words(catalog)
        .filter(([, text]) => /증명|\b(?:proofs?|prov(?:e|es|ed|ing))\b/i.test(text))
        .map(([key]) => key);
    // What proving is and how it is asked for, what is denied, and the mark of a rule that the program
    // calls proved. None of these is said over a document.
    expect([...new Set([...claims(ko), ...claims(en)])].sort()).toEqual([
      ".app.tagline",
      ".doctor.wellWhy",
      ".doctor.why.Domains.Core",
      ".documents.prove",
      ".documents.proveNone",
      ".inbox.emptyWhy",
      ".inbox.steps.prove",
      ".models.auditWhy",
      ".models.proving",
      ".note.compiler.missing",
      ".note.model.too_large",
      ".note.model.too_long",
      ".run.findings.clausesWhy",
      ".run.findings.termWhy",
      ".run.prove",
      ".run.proveWhy",
      ".settings.compiler",
      ".status.proved",
      ".welcome.compilerTitle",
      ".welcome.title",
    ]);
  });

  it("put after a Korean word the particle that its last letter asks for", () => {
    const values = new Proxy({}, { get: () => "1" });
    const reasons = Object.values(ko.reasons ?? {}).flatMap((say) => Object.values(say(values)));
    // Words that took the place of words without a final consonant.
    const wrong = /(항목명|적힌 값|곱셈|꺼짐|어긋남)(는|를|와|가|로)(?![가-힣])/;
    const texts = [...words(ko).map((it) => it[1]), ...reasons];
    expect(texts.filter((it) => wrong.test(it))).toEqual([]);
  });

  it("say every reason of the program in Korean, with what it names", () => {
    const values = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
    for (const [reason, say] of Object.entries(ko.reasons ?? {})) {
      const { message, hint } = say(values as Record<string, string>);
      for (const line of [message, hint ?? "가"]) expect(line, reason).toMatch(/[가-힣]/);
    }
    const problem = new ApiProblem({
      code: "unreadable",
      message: "`a.pdf` is protected by a password",
      reason: "read_encrypted",
      values: { name: "a.pdf" },
    });
    const said = explain(problem, ko);
    expect(said.message).toBe("‘a.pdf’: 암호로 보호되어 있습니다.");
    expect(said.detail).toEqual(["`a.pdf` is protected by a password"]);
    expect(explain(problem, en).message).toBe("“a.pdf” is protected by a password");
    const unnamed = explain(new ApiProblem({ code: "unknown", message: "oops" }), ko);
    expect([unnamed.message, unnamed.detail]).toEqual(["", ["oops"]]);
  });

  it("follow the system's language at first", () => {
    expect(systemLanguage(["ko-KR", "en"])).toBe("ko");
    expect(systemLanguage(["fr", "en-GB"])).toBe("en");
    expect(systemLanguage([])).toBe("en");
  });
});

describe("addresses", () => {
  it("read back what they say", () => {
    for (const it of [
      "#/inbox",
      "#/documents",
      "#/runs/12",
      "#/runs/12/model",
      "#/runs/compare/1/2",
      "#/models/Lease",
      "#/doctor",
    ])
      expect(address(parse(it))).toBe(it);
  });

  it("that name nothing are told", () => {
    expect(parse("#/nowhere").screen).toBe("lost");
    expect(parse("#/runs/12/nothing").screen).toBe("lost");
    expect(parse("").screen).toBe("inbox");
    // What was marked when runs were listed is found.
    expect(parse("#/runs").screen).toBe("documents");
  });
});

describe("formats", () => {
  it("are those of the language", () => {
    const now = new Date(2025, 5, 10, 15, 0).getTime();
    expect(ago(now - 5 * 60_000, now, "ko")).toBe("5분 전");
    expect(ago(now - 5 * 60_000, now, "en")).toBe("5 minutes ago");
    expect(duration(640, "ko")).toBe("640 ms");
    expect(duration(1234, "ko")).toBe("1.2초");
    expect(duration(125_000, "en")).toBe("2 min 5 s");
    expect(size(57_406)).toBe("56 KB");
  });
});

describe("markdown", () => {
  it("passes no markup through", () => {
    const [block] = markdown("<img src=x onerror=alert(1)> **굵게** `f1 = f2`");
    expect(block).toEqual({
      type: "paragraph",
      spans: [
        { type: "text", text: "<img src=x onerror=alert(1)> " },
        { type: "strong", text: "굵게" },
        { type: "text", text: " " },
        { type: "code", text: "f1 = f2" },
      ],
    });
  });

  it("reads tables with escaped bars and alignment", () => {
    const [table] = markdown("| a | b |\n|---|---:|\n| x \\| y | 1 |");
    expect(table).toMatchObject({
      type: "table",
      align: ["left", "right"],
      rows: [[[{ text: "x | y" }], [{ text: "1" }]]],
    });
  });

  it("reads nested lists and escaped underscores", () => {
    expect(markdown("1. one\n   - two")).toMatchObject([
      { type: "list", ordered: true, items: [{ depth: 0, number: 1 }, { depth: 1 }] },
    ]);
    expect(spans("goods\\_invoice.pdf")).toEqual([{ type: "text", text: "goods_invoice.pdf" }]);
  });

  it("is quick with hostile lines", () => {
    const start = performance.now();
    markdown(`${"*".repeat(20_000)}\n${"|".repeat(20_000)}\n${"`".repeat(20_000)}`);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});

describe("finding by name", () => {
  it("prefers beginnings and takes letters in order as a last resort", () => {
    expect(rank("set", "Settings")).toBeGreaterThan(rank("set", "Reset"));
    expect(rank("stgs", "Settings")).toBe(1);
    expect(rank("용역", "용역계약서 service.pdf")).toBeGreaterThan(0);
    expect(rank("zzz", "Settings")).toBe(0);
    expect(fits("합계 10", "합계 100원")).toBe(true);
  });
});

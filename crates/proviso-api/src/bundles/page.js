// Opens a bundle in a browser: lets the checker that lies beside it judge anew, and shows what it is
// worth. Nothing is loaded, nothing is sent, and all words of a document are text, never markup.
"use strict";

const KO = document.documentElement.lang === "ko";
const pick = (it) => (KO ? it.ko : it.en);
const word = (ko, en) => (KO ? ko : en);

/** An element with a class and what stands in it. */
function make(name, kind, ...inside) {
  const it = document.createElement(name);
  if (kind) it.className = kind;
  it.append(...inside.filter((part) => part !== null && part !== undefined));
  return it;
}

/** What a script of letters holds: RFC 4648 over RFC 1952. */
function unpacked(id) {
  const letters = atob(document.getElementById(id).textContent.trim());
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
}

/** What the checker says of a bundle's bytes; that it falls is an answer too. */
function witnessed(instance, bytes) {
  const { room, witness, answer, memory } = instance.exports;
  const at = room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = witness() >>> 0;
  const said = new Uint8Array(memory.buffer, answer() >>> 0, length);
  return JSON.parse(new TextDecoder().decode(said));
}

function card(tone, head, ...lines) {
  const it = make("section", `card ${tone}`, make("h1", "", head));
  it.append(...lines.map((line) => make("p", "", line)));
  it.setAttribute("role", "status");
  return it;
}

function worthless(faults) {
  const it = card(
    "bad",
    word("증거로 쓸 수 없음", "Proves nothing"),
    word(
      "이 파일은 만든 뒤에 바뀌었거나, 내용이 서로 맞지 않습니다.",
      "This file was changed after it was made, or what is in it does not fit together.",
    ),
  );
  it.append(make("ul", "faults", ...faults.map((fault) => make("li", "", fault))));
  return it;
}

/** Pages are drawn with the boxes of the values that a finding names. */
function pageOf(content, picture, boxes) {
  const image = make("img", "");
  const number = word(`${picture.page}쪽`, `page ${picture.page}`);
  image.alt = `${content.analysis.documents[picture.document]?.name ?? ""} ${number}`;
  image.src = `data:image/png;base64,${picture.png}`;
  const sheet = make("div", "sheet", image);
  for (const { box, bad } of boxes) {
    const mark = make("span", bad ? "box bad" : "box");
    mark.style.left = `${(100 * box.x0) / picture.width}%`;
    mark.style.top = `${(100 * box.y0) / picture.height}%`;
    mark.style.width = `${(100 * (box.x1 - box.x0)) / picture.width}%`;
    mark.style.height = `${(100 * (box.y1 - box.y0)) / picture.height}%`;
    sheet.append(mark);
  }
  return make("figure", "", sheet, make("figcaption", "", image.alt));
}

function table(heads, rows) {
  const head = make("tr", "", ...heads.map((it) => make("th", "", it)));
  const body = rows.map((row) => make("tr", row.kind ?? "", ...row.cells.map((it) => make("td", "", it))));
  return make("table", "", make("thead", "", head), make("tbody", "", ...body));
}

function rulesOf(analysis) {
  const sign = { holds: "✓", refuted: "✗", unknown: "?" };
  return analysis.rules.map((it) => ({
    kind: it.status === "refuted" && !it.waived ? "bad" : "",
    cells: [sign[it.status] ?? "?", it.statement],
  }));
}

function shown(main, content, said) {
  const { analysis } = content;
  const it = said.witnessed;
  main.append(card(it.told.tone, pick(it.told.name), pick(it.told.means)));
  const open = analysis.rules.filter((rule) => rule.status === "refuted" && !rule.waived);
  if (open.length > 0) {
    main.append(make("h2", "", word("어긋난 것", "What does not add up")));
    main.append(make("ol", "findings", ...open.map((rule) => make("li", "", rule.statement))));
  }
  const inFinding = new Set(said.in_findings);
  for (const picture of content.pictures) {
    const here = analysis.fields.filter(
      ({ evidence }) => evidence.document === picture.document && evidence.page === picture.page,
    );
    const boxes = here.flatMap(({ id, evidence }) =>
      evidence.boxes.map((box) => ({ box, bad: inFinding.has(id) })),
    );
    main.append(pageOf(content, picture, boxes));
  }
  main.append(make("h2", "", word("규칙", "Rules")), table(["", word("식", "Statement")], rulesOf(analysis)));
  const values = analysis.fields.map(({ id, label, evidence }) => ({
    kind: inFinding.has(id) ? "bad" : "",
    cells: [label, evidence.text, word(`${evidence.page}쪽`, `p. ${evidence.page}`)],
  }));
  const heads = [word("항목명", "Label"), word("적힌 값", "As printed"), word("쪽", "Page")];
  main.append(make("h2", "", word("값", "Values")), table(heads, values));
}

function colophon(main, content, said) {
  const it = said.witnessed;
  const rows = [
    [word("봉인", "Seal"), said.seal],
    ...content.analysis.documents.map((doc) => [word("문서", "Document"), `${doc.sha256} ${doc.name}`]),
    ...it.judges.map((judge) => [word("방금 판정", "Judged just now"), `${judge.name} ${judge.version}: ${judge.said}`]),
    ...content.judges.map((judge) => [word("만들 때 판정", "Judged when made"), `${judge.name} ${judge.version}: ${judge.said}`]),
    [word("작성", "Made by"), `Proviso ${content.program}, ${new Date(content.ended_at_ms).toISOString()}`],
  ];
  main.append(make("h2", "", word("근거", "What it rests on")));
  main.append(table(["", ""], rows.map((cells) => ({ cells }))));
  main.append(
    make(
      "p",
      "faint",
      word(
        "봉인 값은 이 파일과 다른 경로로 받은 것과 같아야 합니다. 이 파일의 검사기를 믿지 않는다면 `proviso bundle check`로 확인하십시오.",
        "The seal has to be the one that you were told on another way. Who does not trust the checker in this file uses `proviso bundle check`.",
      ),
    ),
  );
}

async function run() {
  const main = document.querySelector("main");
  let content = null;
  try {
    performance.mark("begin");
    // The checker is compiled while it is unpacked.
    const [{ instance }, unpackedBundle] = await Promise.all([
      WebAssembly.instantiateStreaming(unpacked("witness"), {}),
      unpacked("bundle").arrayBuffer(),
    ]);
    const bytes = new Uint8Array(unpackedBundle);
    const said = witnessed(instance, bytes);
    performance.measure("witnessed", "begin");
    main.replaceChildren();
    if (said.broken) {
      main.append(worthless([said.broken]));
      return;
    }
    ({ content } = JSON.parse(new TextDecoder().decode(bytes)));
    if (said.witnessed.faults.length > 0) {
      main.append(worthless(said.witnessed.faults.map(pick)));
    } else {
      shown(main, content, said);
    }
    colophon(main, content, said);
  } catch (thrown) {
    // The checker fell, or the file is damaged: whatever it is, nothing is proved.
    main.replaceChildren(worthless([String(thrown)]));
  } finally {
    document.documentElement.dataset.done = "yes";
  }
}

void run();

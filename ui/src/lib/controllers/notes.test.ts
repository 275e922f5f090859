// Notes: warnings of a run, each once, with what goes into words.
import { expect, it } from "vitest";
import type { RunEvent } from "$lib/backend/bindings";
import { notes } from "$lib/controllers/notes";

const event = (it: Partial<RunEvent>) => ({ severity: "warn", ...it }) as RunEvent;

it("gives every warning once, and the page that was lost", () => {
  const missing = {
    event_type: "warning.raised",
    data: { code: "compiler.missing", remark: null },
  } as const;
  const hidden = { en: "hidden rows are left out", ko: "숨긴 행은 읽지 않았습니다" };
  const events = [
    event({ ...missing, message: "no `idris2` here" }),
    event({
      event_type: "page.failed",
      data: { page: 3, reason: "blank", remark: null },
      message: "page 3",
    }),
    event({ ...missing, message: "no `idris2` here" }),
    event({
      event_type: "warning.raised",
      data: { code: "document.incomplete", remark: null },
      message: "page 3: this page could not be read: blank",
    }),
    event({
      event_type: "warning.raised",
      data: { code: "document.incomplete", remark: hidden },
      message: hidden.en,
    }),
    event({ event_type: "attempt.checked", message: "attempt 1 rejected" } as Partial<RunEvent>),
  ];
  expect(notes(events)).toEqual([
    { code: "compiler.missing", page: null, message: "no `idris2` here", remark: null },
    { code: null, page: 3, message: "blank", remark: null },
    { code: "document.incomplete", page: null, message: hidden.en, remark: hidden },
  ]);
});

it("says in the reader's language what the program tells in both", () => {
  const lost = { en: "page 3 of 4: damaged", ko: "3쪽을 읽지 못했습니다" };
  const alone = { en: "no answer; the built-in analysis stands", ko: "내장 엔진만으로 읽었습니다" };
  const events = [
    event({
      event_type: "page.failed",
      data: { page: 3, reason: "damaged", remark: lost },
      message: lost.en,
    }),
    event({
      event_type: "analyst.fell_back",
      data: { reason: "no answer", remark: alone },
      message: alone.en,
    }),
  ];
  expect(notes(events).map((it) => it.remark)).toEqual([lost, alone]);
});

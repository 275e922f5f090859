// Proof to pixel, both ways: which boxes a choice lights up, and which rules a box stands in.
//
// Invariant: pure functions of what the run found and what is chosen; nothing here draws.
import type {
  MendView,
  ClauseView,
  FieldView,
  PlaceView,
  Rect,
  RuleView,
  RunDetail,
} from "$lib/backend/bindings";
import { titled } from "$lib/format/field";

export type Chosen =
  | { what: "rule"; id: number }
  | { what: "field"; id: number }
  | { what: "unheld"; id: number }
  | { what: "clause"; id: number };

/** What a box is about, for its color and its words. */
export type Tone = "plain" | "bad" | "corrected" | "unheld" | "clause";

/** One value's place on a page; a value that is printed over several lines has several boxes. */
export interface Mark {
  key: string;
  chooses: Chosen;
  document: number;
  page: number;
  boxes: Rect[];
  tone: Tone;
  loud: boolean;
  label: string;
  value: string;
  n_rules: number;
}

type Found = Pick<RunDetail, "fields" | "rules" | "unheld" | "clauses">;

/** Refuted and not waived: what the person came for. */
export function isFinding(rule: RuleView): boolean {
  return rule.status === "refuted" && !rule.waived;
}

/** A rule with the document's numbers in it. */
export function equation(rule: RuleView): string {
  return rule.parts.map((it) => it.text).join("");
}

/** Every place that can be shown, the chosen ones loud, and those that a rule is built of. */
export function marks(
  found: Found,
  chosen: Chosen | null,
  pointedAt: readonly number[] = [],
): Mark[] {
  const loud = new Set([...loudFields(found, chosen), ...pointedAt]);
  const bad = new Set(found.rules.filter(isFinding).flatMap((it) => it.fields));
  const all = found.fields.map((field) => ofField(field, loud.has(field.id), bad.has(field.id)));
  for (const rule of found.rules) {
    if (!rule.place) continue;
    const isLoud = chosen?.what === "rule" && chosen.id === rule.id;
    all.push(ofWords(rule, rule.place, isLoud));
  }
  found.unheld.forEach((place, id) => {
    all.push({
      ...at(place),
      key: `unheld-${id}`,
      chooses: { what: "unheld", id },
      tone: "unheld",
      loud: chosen?.what === "unheld" && chosen.id === id,
      label: "",
      value: place.text,
      n_rules: 0,
    });
  });
  // A clause lies over whole lines with values in them: it is only there while it is chosen.
  const clause = chosen?.what === "clause" ? found.clauses[chosen.id] : undefined;
  if (clause) all.push(ofClause(clause));
  return all.filter((it) => it.boxes.length > 0);
}

function at(place: PlaceView): Pick<Mark, "document" | "page" | "boxes"> {
  return { document: place.document_index, page: place.page, boxes: place.boxes };
}

/** Whether value or place is a person's word. */
function isByPerson(field: FieldView): boolean {
  return field.reading !== undefined || field.route === "hand" || field.moved !== undefined;
}

/** Whether a person can still say that it is as the page prints it. */
export function isConfirmable(field: FieldView): boolean {
  return !field.confirmed && !isByPerson(field);
}

function ofField(field: FieldView, loud: boolean, bad: boolean): Mark {
  return {
    ...at(field.evidence),
    key: `field-${field.id}`,
    chooses: { what: "field", id: field.id },
    tone: bad ? "bad" : isByPerson(field) ? "corrected" : "plain",
    loud,
    label: titled(field),
    value: field.shown,
    n_rules: field.rules.length,
  };
}

function ofWords(rule: RuleView, place: PlaceView, loud: boolean): Mark {
  return {
    ...at(place),
    key: `words-${rule.id}`,
    chooses: { what: "rule", id: rule.id },
    tone: isFinding(rule) ? "bad" : "plain",
    loud,
    label: rule.statement,
    value: place.text,
    n_rules: 1,
  };
}

function ofClause(clause: ClauseView): Mark {
  return {
    ...at(clause.evidence),
    key: `clause-${clause.id}`,
    chooses: { what: "clause", id: clause.id },
    tone: "clause",
    loud: true,
    label: "",
    value: clause.evidence.text,
    n_rules: 0,
  };
}

function loudFields(found: Found, chosen: Chosen | null): Set<number> {
  if (chosen?.what === "field") return new Set([chosen.id]);
  if (chosen?.what !== "rule") return new Set();
  return new Set(found.rules.find((it) => it.id === chosen.id)?.fields ?? []);
}

/** The rules that a choice lights up: itself, or all that use the field. */
export function litRules(found: Found, chosen: Chosen | null): Set<number> {
  if (chosen?.what === "rule") return new Set([chosen.id]);
  if (chosen?.what !== "field") return new Set();
  const using = found.rules.filter((it) => it.fields.includes(chosen.id));
  return new Set(using.map((it) => it.id));
}

/** Where the page view goes for a choice: the last number of a rule is the one that it is about,
    so a refuted total is shown where the total is printed. */
export function target(found: Found, chosen: Chosen | null): Mark | null {
  if (chosen === null) return null;
  const lit = marks(found, chosen).filter((it) => it.loud);
  if (chosen.what !== "rule") return lit[0] ?? null;
  const fields = found.rules.find((it) => it.id === chosen.id)?.fields ?? [];
  const result = fields.at(-1);
  return lit.find((it) => it.key === `field-${result}`) ?? lit[0] ?? null;
}

/** Findings first, then what was waived, what cannot be computed, and what holds. */
export function grouped(
  rules: RuleView[],
): Record<"refuted" | "waived" | "unknown" | "holds", RuleView[]> {
  return {
    refuted: rules.filter(isFinding),
    waived: rules.filter((it) => it.status === "refuted" && it.waived),
    unknown: rules.filter((it) => it.status === "unknown"),
    holds: rules.filter((it) => it.status === "holds"),
  };
}

/** What would mend a rule, the likeliest first. What breaks other rules is never the likeliest. */
export function suggestions(
  rule: RuleView,
  slip: MendView | null,
): { mend: MendView; likeliest: boolean }[] {
  const best = [...(slip ? [slip] : []), ...rule.mends].find((it) => it.n_breaks === 0);
  const all = rule.mends.map((mend) => {
    const likeliest = mend.field === best?.field && mend.value === best.value;
    return { mend, likeliest };
  });
  return all.sort((a, b) => Number(b.likeliest) - Number(a.likeliest)).slice(0, 4);
}

/** Marks of one page in reading order: the order of Tab and of the arrow keys. */
export function onPage(all: Mark[], document: number, page: number): Mark[] {
  const top = (it: Mark) => it.boxes[0]!;
  return all
    .filter((it) => it.document === document && it.page === page)
    .sort((a, b) => {
      const [p, q] = [top(a), top(b)];
      const sameLine = p.y0 < q.y1 && q.y0 < p.y1;
      return sameLine ? p.x0 - q.x0 : p.y0 - q.y0;
    });
}

// How a value is called: its label, with what tells it apart from others of that label before it.
import type { FieldView } from "$lib/backend/bindings";

export function titled(field: Pick<FieldView, "label" | "of">): string {
  return [field.of, field.label].filter((it) => it).join(" · ");
}

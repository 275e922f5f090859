// The screens that one goes to by name: one list, which the address, the sidebar, the commands, the
// keys, the title and the shell read.
//
// Invariant: the order is that of the sidebar. A screen without an address of its own further down
// is drawn by the view of its name, `doctor` by `views/DoctorView.svelte`.
import type { Route } from "$lib/controllers/router.svelte";
import type { Messages } from "$lib/i18n/en";
import type { IconName } from "$components/ui/icons";

export interface Place {
  /** The letter that goes there behind `g`. */
  key: string;
  icon: IconName;
  /** Where in the sidebar it stands. */
  at: "top" | "bottom";
  /** What it is called, where one chooses and where one is. */
  title: (t: Messages) => string;
  /** Screens that are part of it, by name: their type is made from this list. */
  also?: string[];
}

export const SCREENS = {
  inbox: {
    key: "i",
    icon: "inbox",
    at: "top",
    title: (t) => t.inbox.title,
    also: ["welcome"],
  },
  documents: {
    key: "r",
    icon: "file",
    at: "top",
    title: (t) => t.documents.title,
    also: ["run", "compare"],
  },
  models: {
    key: "m",
    icon: "models",
    at: "top",
    title: (t) => t.models.title,
  },
  doctor: {
    key: "d",
    icon: "doctor",
    at: "bottom",
    title: (t) => t.doctor.title,
  },
  settings: {
    key: "s",
    icon: "settings",
    at: "bottom",
    title: (t) => t.settings.title,
  },
} as const satisfies Record<string, Place>;

export type Named = keyof typeof SCREENS;

/** All of them, in order. */
export const PLACES = Object.entries(SCREENS).map(([name, place]) => ({
  name: name as Named,
  ...(place as Place),
}));

export function isNamed(name: string): name is Named {
  return Object.hasOwn(SCREENS, name);
}

/** The way to one. */
export function to(name: Named): Route {
  return name === "models" ? { screen: name, name: null } : { screen: name };
}

/** The name of a view's file. */
export function viewOf(name: string): string {
  return `./views/${name.charAt(0).toUpperCase()}${name.slice(1)}View.svelte`;
}

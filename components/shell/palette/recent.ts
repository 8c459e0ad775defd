import type { Entry } from "./entry";

const KEPT = 5;
/** For as long as the tab is open: names of people are among it. */
const KEY = "palette-recent";

/** Where somebody went from the palette last, the latest first. */
export function recentEntries(): Entry[] {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    // Storage that is switched off, or holds something else: nothing is recent.
    return [];
  }
}

/** Keeps where somebody goes. */
export function rememberEntry(entry: Entry): void {
  const others = recentEntries().filter(({ href }) => href !== entry.href);
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)));
  } catch {
    // Storage that is switched off or full: it is not kept.
  }
}

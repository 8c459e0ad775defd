import type { Entry } from "./entry";

const MAX_KEPT = 5;
/** For as long as the tab is open: names of people are among it. */
const KEY = "palette-recent";

interface Kept {
  /** Who went there, and whose pages they looked at. */
  owner: string;
  entries: Entry[];
}

/** What is kept in this tab, whoever it belongs to. */
function read(): Partial<Kept> {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    // Storage that is switched off, or holds something else: nothing is recent.
    return {};
  }
}

/** Where the owner went from the palette last, the latest first. */
export function recentEntries(owner: string): Entry[] {
  const { owner: keptOwner, entries } = read();
  return keptOwner === owner && Array.isArray(entries) ? entries : [];
}

/** Keeps where the owner goes. */
export function rememberEntry(owner: string, entry: Entry): void {
  const others = recentEntries(owner).filter(({ href }) => href !== entry.href);
  const kept: Kept = { owner, entries: [entry, ...others].slice(0, MAX_KEPT) };
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage that is switched off or full: it is not kept.
  }
}

/** Removes what is kept, unless it is this owner's. Without an owner it removes everything. */
export function forgetEntriesOfOthers(owner?: string): void {
  try {
    if (owner === undefined || read().owner !== owner) window.sessionStorage.removeItem(KEY);
  } catch {
    // Storage that is switched off keeps nothing.
  }
}

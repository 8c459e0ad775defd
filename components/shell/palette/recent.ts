import type { Entry } from "./entry";

const MAX_KEPT = 5;
/** In the session storage, which ends with the tab, because entries contain names of people. */
const KEY = "palette-recent";

interface Kept {
  /** The person, and the partner whose pages they viewed. */
  owner: string;
  entries: Entry[];
}

/** Reads the stored entries of any person. */
function read(): Partial<Kept> {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    // Storage is disabled or has another content: there are no recent entries.
    return {};
  }
}

/** Returns the owner's recent destinations, newest first. */
export function recentEntries(owner: string): Entry[] {
  const { owner: keptOwner, entries } = read();
  return keptOwner === owner && Array.isArray(entries) ? entries : [];
}

/** Stores a destination of the owner. */
export function rememberEntry(owner: string, entry: Entry): void {
  const others = recentEntries(owner).filter(({ href }) => href !== entry.href);
  const kept: Kept = { owner, entries: [entry, ...others].slice(0, MAX_KEPT) };
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: the entry is not stored.
  }
}

/** Removes the stored entries, unless they are this owner's. Without an owner it removes everything. */
export function forgetEntriesOfOthers(owner?: string): void {
  try {
    if (owner === undefined || read().owner !== owner) window.sessionStorage.removeItem(KEY);
  } catch {
    // Disabled storage has no entries.
  }
}

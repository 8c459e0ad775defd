/** The drafts of one person, in the session storage, which ends with the tab, because forms contain data of people. */
export interface StoredDrafts {
  /** The person, and the partner whose pages they viewed. */
  owner: string;
  drafts: Record<string, { savedAtMs: number; values: Record<string, unknown> }>;
}

export const DRAFTS_KEY = "form-drafts";

/** Reads the stored drafts of any person. */
export function readDrafts(): Partial<StoredDrafts> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(DRAFTS_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    // Storage is disabled or has another content: there are no drafts.
    return {};
  }
}

/** Removes the stored drafts, unless they are this owner's. Without an owner it removes all. */
export function forgetDraftsOfOthers(owner?: string): void {
  try {
    if (owner === undefined || readDrafts().owner !== owner)
      window.sessionStorage.removeItem(DRAFTS_KEY);
  } catch {
    // Disabled storage has no drafts.
  }
}

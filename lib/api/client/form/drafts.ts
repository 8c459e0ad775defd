import { DRAFTS_KEY, readDrafts, type StoredDrafts } from "./stored-drafts";

/** Where the values of an unfinished form are kept. */
export interface DraftPlace {
  /** The person, and the partner whose pages they view. */
  owner: string;
  /** The form, with the object that it is about. */
  name: string;
  /** Fields that are not kept, because they must be filled in again. */
  without?: readonly string[] | undefined;
}

type Values = Record<string, unknown>;

const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Never stored, whatever the form. */
const SECRETS = /password|totp|secret|code$/i;
const NOT_SECRET = ["countryCode", "postalCode"];

const isStored = (name: string) => NOT_SECRET.includes(name) || !SECRETS.test(name);

function draftsOf(owner: string): StoredDrafts["drafts"] {
  const stored = readDrafts();
  return stored.owner === owner && stored.drafts ? stored.drafts : {};
}

/** Returns whether the drafts were stored. */
function write(stored: StoredDrafts): boolean {
  try {
    if (Object.keys(stored.drafts).length === 0) window.sessionStorage.removeItem(DRAFTS_KEY);
    else window.sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(stored));
    return true;
  } catch {
    // Storage is disabled or full.
    return false;
  }
}

/** Returns the values of a form that its owner closed in the last day without sending it. */
export function draftOf({ owner, name }: DraftPlace): Values | undefined {
  const draft = draftsOf(owner)[name];
  if (!draft || Date.now() - draft.savedAtMs > KEPT_MS) return undefined;
  return draft.values;
}

/** Stores the values of a form, without `without`, passwords, codes and secrets. Returns whether they were stored. */
export function keepDraft({ owner, name, without = [] }: DraftPlace, values: Values): boolean {
  const kept = Object.entries(values).filter(
    ([field]) => isStored(field) && !without.includes(field),
  );
  const draft = { savedAtMs: Date.now(), values: Object.fromEntries(kept) };
  return write({ owner, drafts: { ...draftsOf(owner), [name]: draft } });
}

/** Removes the draft of a form. */
export function dropDraft({ owner, name }: DraftPlace): void {
  const { [name]: dropped, ...others } = draftsOf(owner);
  if (dropped) write({ owner, drafts: others });
}

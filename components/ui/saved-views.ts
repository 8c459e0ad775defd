import { readList } from "./stored-list";

/** Filters and order of a list, saved under a name. */
export interface SavedView {
  name: string;
  /** The parameters of the address. */
  query: string;
}

/** The position in the list is not part of a view. */
const POSITION = ["skip", "cursor", "do"];
const MAX_VIEWS = 30;

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "query" in value &&
  typeof value.query === "string";

/** Returns the parameters of an address that a view saves, in one order. */
export function viewOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => !POSITION.includes(name));
  return new URLSearchParams(kept.sort(([a], [b]) => a.localeCompare(b))).toString();
}

/** Reads the stored views. */
export const readViews = (text: string | null): SavedView[] => readList(text, isView);

/** Adds a view; it replaces one of the same name, and the oldest when there are too many. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS);
}

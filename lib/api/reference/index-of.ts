import type { Reference } from "./reference";

export interface IndexEntry {
  id: string;
  summary: string;
  method: string;
  isEvent: boolean;
  isDeprecated: boolean;
  /** All searchable text, in lower case. */
  words: string;
}

/** The operations of a reference by their groups, with only the data of a list. */
export interface IndexGroup {
  name: string;
  entries: IndexEntry[];
}

/** Builds the search index of operations: names, path and error codes. */
export function indexOf({ groups }: Pick<Reference, "groups">): IndexGroup[] {
  return groups.map(({ name, operations }) => ({
    name,
    entries: operations.map(({ id, summary, method, path, isEvent, isDeprecated, errors }) => ({
      id,
      summary,
      method,
      isEvent,
      isDeprecated,
      words: [id, summary, method, path, ...errors.map(({ code }) => code)].join(" ").toLowerCase(),
    })),
  }));
}

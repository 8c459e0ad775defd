import type { Reference } from "./reference";

export interface IndexEntry {
  id: string;
  summary: string;
  method: string;
  isEvent: boolean;
  isDeprecated: boolean;
  /** All that it is found by, in lower case. */
  words: string;
}

/** The operations of a reference by their groups: what a list of them needs, and no more. */
export interface IndexGroup {
  name: string;
  entries: IndexEntry[];
}

/** What finds an operation: its names, its path, and the codes that it answers with. */
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

import { currentDocument } from "@/lib/api/openapi/current-document";
import { readReference } from "./read-reference";
import type { Operation, Reference } from "./reference";

let current: Reference | undefined;

/** The reference of this service. Made once: settings and contracts do not change while the process lives. */
export function currentReference(): Reference {
  current ??= readReference(currentDocument());
  return current;
}

/** One of its operations or events. */
export function findOperation(id: string): Operation | undefined {
  return currentReference()
    .groups.flatMap(({ operations }) => operations)
    .find((operation) => operation.id === id);
}

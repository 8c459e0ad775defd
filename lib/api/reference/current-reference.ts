import { currentDocument } from "@/lib/api/openapi/current-document";
import { readReference } from "./read-reference";
import type { Operation, Reference } from "./reference";

let current: Reference | undefined;

/** Returns the reference of this service. Built once: settings and contracts do not change while the process runs. */
export function currentReference(): Reference {
  current ??= readReference(currentDocument());
  return current;
}

/** Finds an operation or an event of the reference. */
export function findOperation(id: string): Operation | undefined {
  return currentReference()
    .groups.flatMap(({ operations }) => operations)
    .find((operation) => operation.id === id);
}

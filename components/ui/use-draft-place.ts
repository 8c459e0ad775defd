"use client";

import { useReader } from "./reader";

const NONE: readonly string[] = [];

/**
 * Where the draft of a form of this reader is kept. `name` names the form and the object that it is about; `without`
 * names the fields that must be filled in again.
 */
export function useDraftPlace(name: string, without: readonly string[] = NONE) {
  const { personId, partnerId } = useReader();
  return { owner: `${personId} ${partnerId}`, name, without };
}

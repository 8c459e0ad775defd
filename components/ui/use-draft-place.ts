"use client";

import { useReader } from "./reader";

/** Where the draft of a form of this reader is kept. `name` names the form and the object that it is about. */
export function useDraftPlace(name: string): { owner: string; name: string } {
  const { personId, partnerId } = useReader();
  return { owner: `${personId} ${partnerId}`, name };
}

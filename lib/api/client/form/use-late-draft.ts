"use client";

import { useEffect, useState } from "react";
import { type DraftPlace, draftOf } from "./drafts";

/**
 * The draft of a form that the server renders too. The server knows no draft, so it is looked up after hydration. Only a
 * form that has one is rendered anew: give the form the `key`.
 */
export function useLateDraft({ owner, name }: DraftPlace): {
  key: string;
  draft: DraftPlace | undefined;
} {
  const [isFound, setFound] = useState<boolean>();
  useEffect(() => setFound(draftOf({ owner, name }) !== undefined), [owner, name]);
  return {
    key: isFound ? "draft" : "page",
    draft: isFound === undefined ? undefined : { owner, name },
  };
}

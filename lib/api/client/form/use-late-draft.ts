"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { type DraftPlace, draftOf } from "./drafts";
import { changedBeforeHydration } from "./elements";

/** Returns whether there is a draft that a form may show: not where a person typed something else before hydration. */
function isWanted(place: DraftPlace, form: HTMLFormElement | null | undefined): boolean {
  const draft = draftOf(place);
  if (!draft) return false;
  return !form || changedBeforeHydration(form).every(([name, value]) => draft[name] === value);
}

/**
 * The draft of a form that the server renders too. The server knows no draft, so it is looked up at hydration. Only a
 * form that has one is rendered anew: give the form the `key`. `part` contains the form. What a person typed before
 * hydration is newer than the draft, and takes its place.
 */
export function useLateDraft(
  { owner, name }: DraftPlace,
  part: RefObject<HTMLElement | null>,
): { key: string; draft: DraftPlace | undefined } {
  const [isOffered, setOffered] = useState<boolean>();
  // A layout effect runs while the fields still have what was typed.
  useLayoutEffect(
    () => setOffered(isWanted({ owner, name }, part.current?.querySelector("form"))),
    [owner, name, part],
  );
  return {
    key: isOffered ? "draft" : "page",
    draft: isOffered === undefined ? undefined : { owner, name },
  };
}

"use client";

import { useSyncExternalStore } from "react";
import { ButtonLink } from "./button";

const never = () => () => undefined;

/** A file of exactly what the list shows, of all its pages, with times in the reader's zone. */
export function ExportLink({ hrefIn }: { hrefIn: (timeZone: string) => string }) {
  const timeZone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
  return (
    <ButtonLink look="plain" size="compact" href={hrefIn(timeZone)} download="">
      Export CSV
    </ButtonLink>
  );
}

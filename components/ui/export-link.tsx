"use client";

import { useSyncExternalStore } from "react";
import { ButtonLink } from "./button-link";

const never = () => () => undefined;

/** Downloads all pages of the filtered list as a file, with times in the reader's zone. */
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

"use client";

import { useEffect, useSyncExternalStore } from "react";
import { ZONE_COOKIE } from "./zone";

const YEAR_S = 365 * 86_400;
const never = () => () => undefined;

/** Returns the reader's time zone, and stores it in a cookie so that the server renders the next page in it. */
export function useZone(drawnIn: string): string {
  const zone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => drawnIn,
  );
  useEffect(() => {
    if (zone === drawnIn) return;
    const value = encodeURIComponent(zone);
    // biome-ignore lint/suspicious/noDocumentCookie: the server draws the page in the zone that it reads here
    document.cookie = `${ZONE_COOKIE}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  }, [zone, drawnIn]);
  return zone;
}

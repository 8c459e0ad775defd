import { ZONE_COOKIE } from "@/components/ui/zone";

export { followChanges } from "@/lib/api/client/live/follow";

const YEAR_S = 365 * 86_400;

/** Stores the reader's time zone in a cookie, so that the server renders the next page in it. */
export function nameZone(): void {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  // biome-ignore lint/suspicious/noDocumentCookie: the server draws the page in the zone that it reads here
  document.cookie = `${ZONE_COOKIE}=${zone}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

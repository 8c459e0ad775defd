import { cookies } from "next/headers";
import { ZONE_COOKIE, zoneOf } from "@/components/ui/zone";

/** Returns the time zone that the browser named on an earlier page; UTC on the first. */
export async function readerZone(): Promise<string> {
  return zoneOf((await cookies()).get(ZONE_COOKIE)?.value);
}

/** Returns the clock that the server renders a page with. */
export async function drawnAt(): Promise<{ nowMs: number; zone: string }> {
  return { nowMs: Date.now(), zone: await readerZone() };
}

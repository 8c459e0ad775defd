import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";

const BEARER = /^Bearer +(\S+)$/i;

/** Hashes both texts to one length, so that the time of the comparison does not reveal the secret or its length. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Checks the background secret of requests from schedulers and scrapers. Source: design 4, `api/internal`.
 *
 * @throws ServiceError UNAUTHORIZED without the background secret.
 */
export function checkCronSecret(request: Request): void {
  const authorization = request.headers.get("authorization");
  const given = BEARER.exec(authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(given), digest(env().CRON_SECRET))) return;
  throw new ServiceError("UNAUTHORIZED", {
    text: "The background secret is missing or wrong. Send it as Authorization: Bearer <CRON_SECRET>.",
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

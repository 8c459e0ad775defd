import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";

/**
 * Refuses cross-site requests that change data with this browser's session (CSRF). Browsers send the page's site in
 * `Origin`; without `Origin`, `Sec-Fetch-Site` must not name another site. Clients other than browsers send neither
 * header and hold no cookie that they were not given. SameSite=Lax also keeps the cookie off cross-site requests.
 * @throws ServiceError ORIGIN_NOT_ALLOWED
 */
export function checkOrigin({ headers }: Pick<Request, "headers">): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isOurs =
    origin === null
      ? site === null || site === "same-origin" || site === "none"
      : origin === new URL(env().BASE_URL).origin;
  if (!isOurs) throw new ServiceError("ORIGIN_NOT_ALLOWED");
}

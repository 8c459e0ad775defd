import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";

/**
 * Refuses a change that a page of another site asks for with this browser's session. Browsers name the site in
 * `Origin`; where it is missing, `Sec-Fetch-Site` must not speak of another site. A client that is no browser sends
 * neither, and has no cookie that it was not given. (The cookie's SameSite=Lax keeps it off such requests besides.)
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

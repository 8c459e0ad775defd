import { isIP } from "node:net";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";

/** The website that passkeys belong to. Source: https://www.w3.org/TR/webauthn-3/#relying-party */
export interface RelyingParty {
  /** The host name of the service. A passkey works only for the host name for which it was made. */
  id: string;
  origin: string;
}

/** The name that authenticators show beside a passkey. */
export const RELYING_PARTY_NAME = "Partner wallet";

/**
 * Returns the website of BASE_URL.
 * @throws ServiceError PASSKEYS_UNAVAILABLE when BASE_URL has an IP address, which browsers refuse for passkeys.
 */
export function relyingParty(): RelyingParty {
  const { hostname, origin } = new URL(env().BASE_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) throw new ServiceError("PASSKEYS_UNAVAILABLE");
  return { id: hostname, origin };
}

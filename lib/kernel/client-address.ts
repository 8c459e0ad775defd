import { isIP } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/**
 * Where a request came from, for records and throttles. What stands in `X-Forwarded-For` was put there, alone, before the
 * framework saw the request (bin/steps/tell-client-address.mjs): it is not the sender's own word.
 */
export function clientAddress({ headers }: Pick<Request, "headers">): string | null {
  const address = headers.get("x-forwarded-for")?.replace(MAPPED_IPV4, "");
  return address !== undefined && isIP(address) !== 0 ? address : null;
}

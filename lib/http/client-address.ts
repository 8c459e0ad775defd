import { isIP } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/**
 * Where a request came from, for records and throttles. The nearest proxy, or the server itself, writes the last entry
 * of `X-Forwarded-For`; what stands before it is the sender's own word.
 */
export function clientAddress({ headers }: Pick<Request, "headers">): string | null {
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim().replace(MAPPED_IPV4, "");
  return last !== undefined && isIP(last) !== 0 ? last : null;
}

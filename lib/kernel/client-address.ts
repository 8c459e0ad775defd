import { isIP } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/**
 * The client's address, for records and throttles. server/client-address.ts replaces `X-Forwarded-For` before a
 * handler reads the request, so clients cannot forge the header.
 */
export function clientAddress({ headers }: Pick<Request, "headers">): string | null {
  const address = headers.get("x-forwarded-for")?.replace(MAPPED_IPV4, "");
  return address !== undefined && isIP(address) !== 0 ? address : null;
}

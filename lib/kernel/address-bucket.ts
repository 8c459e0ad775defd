import { isIPv6 } from "node:net";

/**
 * The number of 16-bit groups in an IPv6 network prefix: /64, the smallest prefix that a provider assigns to a
 * customer.
 */
const NETWORK_GROUPS = 4;
/** The number of groups in a /48, the largest prefix that providers assign to a home or an office. */
const SITE_GROUPS = 3;
const GROUPS = 8;

const MAPPED_IPV4 = /^0:0:0:0:0:ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** All eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [withoutZone = ""] = address.split("%", 1);
  // The URL parser rewrites dotted decimals, letter case and leading zeros.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const zeros: string[] = Array(GROUPS - first.length - last.length).fill("0");
  return [...first, ...zeros, ...last];
}

/** The dotted decimal form of two 16-bit groups. */
function dotted(high: string, low: string): string {
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

/**
 * The key under which throttles count an address: the IPv4 address itself, or the /64 network of an IPv6 address. One
 * IPv6 customer owns at least 2^64 addresses, so a limit per address would be useless. No address counts as `unknown`.
 */
export function addressBucket(address: string | null): string {
  if (address === null) return "unknown";
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = MAPPED_IPV4.exec(groups.join(":"));
  if (mapped?.[1] && mapped[2]) return dotted(mapped[1], mapped[2]);
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** The /48 network of an IPv6 address, for a second and wider limit: one customer can have 65,536 networks of /64. */
export function siteBucket(address: string | null): string | undefined {
  if (address === null || !isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  if (MAPPED_IPV4.test(groups.join(":"))) return undefined;
  return `${groups.slice(0, SITE_GROUPS).join(":")}::/48`;
}

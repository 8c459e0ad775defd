import { BlockList, isIPv6 } from "node:net";

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/** Earlier versions stored ranges that cannot be read, such as `2001:db8::/32.5`. Such a range allows nobody. */
function addRange(addresses: BlockList, range: string): void {
  const [address = "", prefix] = range.split("/");
  try {
    if (prefix === undefined) addresses.addAddress(address, familyOf(address));
    else addresses.addSubnet(address, Number(prefix), familyOf(address));
  } catch {
    // Nothing is added, so that the other ranges of the list still apply.
  }
}

/**
 * The addresses from which a key may be used, from its list of IP addresses and CIDR ranges. Undefined for an empty list:
 * the key may be used from everywhere. An IPv4 address and its IPv6-mapped form are the same address.
 */
export function keyAddresses(ranges: readonly string[]): BlockList | undefined {
  if (ranges.length === 0) return undefined;
  const addresses = new BlockList();
  for (const range of ranges) addRange(addresses, range);
  return addresses;
}

/** Whether a key may be used from an address. A key with a list is refused where the address is not known (null). */
export function isAllowedFrom(addresses: BlockList | undefined, address: string | null): boolean {
  if (!addresses) return true;
  return address !== null && addresses.check(address, familyOf(address));
}

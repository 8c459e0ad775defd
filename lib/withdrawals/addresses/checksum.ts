import { getAddress, isAddress } from "viem/utils";

/**
 * Returns an address with its checksum in mixed case (EIP-55). Undefined when the given mixed case does not match the
 * checksum, as with a typo, or when the text is no address. An address in one case has no checksum and is accepted.
 */
export function checksummed(address: string): string | undefined {
  if (!isAddress(address, { strict: false })) return undefined;
  const digits = address.slice(2);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  const right = getAddress(address);
  return hasChecksum && right !== address ? undefined : right;
}

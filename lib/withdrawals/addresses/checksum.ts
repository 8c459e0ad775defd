import { getAddress, isAddress } from "viem/utils";

/**
 * An address with the capitals that are its checksum (EIP-55). Undefined when it has capitals that do not fit it, which
 * a mistyped one has; all letters of one case carry no checksum and are taken. Undefined too for what is no address.
 */
export function checksummed(address: string): string | undefined {
  if (!isAddress(address, { strict: false })) return undefined;
  const digits = address.slice(2);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  const right = getAddress(address);
  return hasChecksum && right !== address ? undefined : right;
}

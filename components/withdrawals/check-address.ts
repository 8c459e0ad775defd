import { getAddress, isAddress } from "viem/utils";

/**
 * What is wrong with the capitals of an address, if anything: they are its checksum (EIP-55), unless all letters are of
 * one case. What is no address at all is the schema's to say.
 */
export function checksumError(address: string): string | undefined {
  const digits = address.slice(2);
  if (!isAddress(address, { strict: false })) return undefined;
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return getAddress(address) === address
    ? undefined
    : "The capitals do not fit this address: a character may be mistyped. Copy it again.";
}

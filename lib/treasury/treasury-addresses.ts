import { allKeyAddresses } from "@/lib/chain/keys/key-addresses";
import type { ChainAddress } from "@/lib/chain/networks";

/** Lists the treasuries: the current one first, former ones, and those of stored transfers, without duplicates. */
export async function treasuryAddresses(stored: readonly ChainAddress[]): Promise<ChainAddress[]> {
  const all = [...(await allKeyAddresses(["treasury"])), ...stored];
  const unique = new Map<string, ChainAddress>();
  for (const each of all) if (!unique.has(each.toLowerCase())) unique.set(each.toLowerCase(), each);
  return [...unique.values()];
}

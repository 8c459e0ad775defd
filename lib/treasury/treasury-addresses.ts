import type { ChainAddress } from "@/lib/chain/networks";
import { chainSigner } from "@/lib/chain/signer/signer";

/** Lists the signer's treasury, if any, followed by the treasuries of stored transfers, without duplicates. */
export async function treasuryAddresses(stored: readonly ChainAddress[]): Promise<ChainAddress[]> {
  const signed = await chainSigner()?.addresses();
  const all = [...(signed ? [signed.treasury] : []), ...stored];
  return [
    ...new Map(all.toReversed().map((each) => [each.toLowerCase(), each])).values(),
  ].reverse();
}

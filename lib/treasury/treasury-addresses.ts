import type { ChainAddress } from "@/lib/chain/networks";
import { chainSigner } from "@/lib/chain/signer/signer";

/** The treasury of this service's signer, if there is one, before those that signed transfers name. Each once. */
export async function treasuryAddresses(stored: readonly ChainAddress[]): Promise<ChainAddress[]> {
  const signed = await chainSigner()?.addresses();
  const all = [...(signed ? [signed.treasury] : []), ...stored];
  return [
    ...new Map(all.toReversed().map((each) => [each.toLowerCase(), each])).values(),
  ].reverse();
}

import type { ChainAddress } from "./networks";
import { chainSigner } from "./signer/signer";

/** The treasury and the relayer; none without keys. Deposit addresses are stored. */
export async function serviceAddresses(): Promise<ChainAddress[]> {
  const keys = await chainSigner()?.addresses();
  return keys ? [keys.treasury, keys.relayer] : [];
}

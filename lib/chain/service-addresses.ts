import type { ChainAddress } from "./networks";
import { chainSigner } from "./signer/signer";

/** Returns the addresses of the treasury and the relayer; none without keys. Deposit addresses are in the database. */
export async function serviceAddresses(): Promise<ChainAddress[]> {
  const keys = await chainSigner()?.addresses();
  return keys ? [keys.treasury, keys.relayer] : [];
}

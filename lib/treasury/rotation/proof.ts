import { type Hex, isAddress, isAddressEqual, isHex, recoverMessageAddress } from "viem";
import type { KeyPurpose } from "@/lib/chain/keys/store";
import type { ChainAddress } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import { env } from "@/lib/kernel/env";

/** Names the service and the purpose, so that a proof for another service or of another purpose proves nothing. */
function textOf(purpose: KeyPurpose, address: ChainAddress): string {
  const { SERVICE_ENVIRONMENT, BASE_URL } = env();
  return `${address} becomes the ${purpose} of ${BASE_URL} (${SERVICE_ENVIRONMENT})`;
}

/** Proves that the signer's key of a purpose exists and signs, before money is sent to its address. */
export async function proveKey(signer: ChainSigner, purpose: KeyPurpose): Promise<string> {
  const address = (await signer.addresses())[purpose];
  return `${address}:${await signer.signText(purpose, textOf(purpose, address))}`;
}

/**
 * Returns the address that a proof is about.
 * @throws Error when it was not signed by the key of that address, for this service and purpose.
 */
export async function provenAddress(proof: string, purpose: KeyPurpose): Promise<ChainAddress> {
  const [address = "", signature = ""] = proof.split(":");
  const refusal = `This is no proof of a new key of the ${purpose}. Make one with the new key's settings: npm run --silent rotate-key -- ${purpose} prove`;
  if (!isAddress(address) || !isHex(signature)) throw new Error(refusal);
  const message = textOf(purpose, address);
  const by = await recoverMessageAddress({ message, signature }).catch((): Hex => "0x");
  if (by === "0x" || !isAddressEqual(by, address)) throw new Error(refusal);
  return address;
}

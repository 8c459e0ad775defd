import { isAddressEqual } from "viem";
import type { ChainSigner, KeyAddresses } from "@/lib/chain/signer/port";
import { chainSigner } from "@/lib/chain/signer/signer";
import { now } from "@/lib/kernel/clock";
import { KEY_PURPOSES, newestOf } from "./key-addresses";
import { listKeyAddresses } from "./sql-store";
import { insertKeyAddresses, type KeyPurpose } from "./store";

/** The keys of this process are not those in use. The message says what to do. */
export class OtherKey extends Error {}

export interface ActiveKeys extends KeyAddresses {
  signer: ChainSigner;
}

const otherKey = (purpose: KeyPurpose, own: string, used: string) =>
  new OtherKey(
    `The key of the ${purpose} has the address ${own}, and the ${purpose} in use is ${used}. Set the key of ${used}, or bring the new key into use: docs/custody.md, rotation.`,
  );

/** @throws OtherKey when both purposes have one key: the relayer's would be able to move the treasury's tokens. */
function requireTwo({ treasury, relayer }: KeyAddresses): void {
  if (isAddressEqual(treasury, relayer))
    throw new OtherKey(`The treasury and the relayer have the same key, of ${treasury}.`);
}

/**
 * Returns the signer of this process with its addresses; undefined without keys. The first process with keys stores
 * their addresses; from then on only a process with the same keys signs. Call it before each use of the keys: a
 * rotation brings others into use while the process runs.
 * @throws OtherKey when the keys are not those in use; the vault's error; the database's error.
 */
export async function activeSigner(): Promise<ActiveKeys | undefined> {
  const signer = chainSigner();
  if (!signer) return undefined;
  const own = await signer.addresses();
  requireTwo(own);
  let used = newestOf(await listKeyAddresses());
  const missing = KEY_PURPOSES.filter((purpose) => !used[purpose]);
  if (missing.length > 0) {
    const since = now();
    await insertKeyAddresses(
      missing.map((purpose) => ({ purpose, version: 1, address: own[purpose], since })),
    );
    used = newestOf(await listKeyAddresses());
  }
  for (const purpose of KEY_PURPOSES) {
    const address = used[purpose]?.address;
    if (address === undefined || !isAddressEqual(address, own[purpose]))
      throw otherKey(purpose, own[purpose], address ?? "unknown");
  }
  return { signer, ...own };
}

import { faultText } from "@/lib/chain/fault-text";
import type { KeyAddresses } from "@/lib/chain/signer/port";
import { perProcess } from "@/lib/kernel/per-process";

type Key = keyof KeyAddresses;

/** Thrown when a key did not sign: its vault is away, or refuses the key. */
export class SignerFault extends Error {
  override readonly name = "SignerFault";
}

const KEYS: readonly Key[] = ["treasury", "relayer"];

/** By chain: the keys that signed when they were last asked to, or for which nothing waits. Known to this process only. */
const working = perProcess("workingKeys", () => new Map<string, Set<Key>>());

const workingOn = (chain: string): Set<Key> => {
  const keys = working.get(chain) ?? new Set();
  working.set(chain, keys);
  return keys;
};

/**
 * Signs with a key, and tells a fault of the signer apart from those of the node and of the database. Remembers whether the key
 * signed, whatever becomes of the signature: another key may fail before it is stored.
 * @throws SignerFault
 */
export async function bySigner<Signed>(
  chain: string,
  key: Key,
  sign: () => Promise<Signed>,
): Promise<Signed> {
  try {
    const signed = await sign();
    workingOn(chain).add(key);
    return signed;
  } catch (cause) {
    workingOn(chain).delete(key);
    throw new SignerFault(faultText(cause), { cause });
  }
}

/** Whether both keys have signed on this chain since they failed, or since this process began. */
export const doKeysSign = (chain: string): boolean =>
  KEYS.every((key) => workingOn(chain).has(key));

/** Takes keys for working because nothing waits for them. */
export function excuseKeys(chain: string, ...keys: readonly Key[]): void {
  for (const key of keys) workingOn(chain).add(key);
}

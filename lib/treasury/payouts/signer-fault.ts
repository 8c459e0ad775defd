import { faultText } from "@/lib/chain/fault-text";
import type { KeyAddresses } from "@/lib/chain/signer/port";
import { perProcess } from "@/lib/kernel/per-process";

type Key = keyof KeyAddresses;

/** Thrown when a key did not sign: its vault is away, or refuses the key. */
export class SignerFault extends Error {
  override readonly name = "SignerFault";
}

/** By chain: the keys that did not sign when they were last asked to. Known to this process only. */
const failing = perProcess("failingKeys", () => new Map<string, Set<Key>>());

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
    failing.get(chain)?.delete(key);
    return signed;
  } catch (cause) {
    failing.set(chain, (failing.get(chain) ?? new Set()).add(key));
    throw new SignerFault(faultText(cause), { cause });
  }
}

/** Whether a key has not signed on this chain since it failed. */
export const isKeyFailing = (chain: string): boolean => (failing.get(chain)?.size ?? 0) > 0;

/** Forgets that keys failed: nothing waits for them any more. */
export function forgetFailures(chain: string, ...keys: readonly Key[]): void {
  for (const key of keys) failing.get(chain)?.delete(key);
}

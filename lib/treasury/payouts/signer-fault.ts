import { faultText } from "@/lib/chain/fault-text";
import type { KeyAddresses } from "@/lib/chain/signer/port";
import { setAlert } from "./set-alert";

type Key = keyof KeyAddresses;

/** Thrown when a key did not sign: its vault is away, or refuses the key. */
export class SignerFault extends Error {
  override readonly name = "SignerFault";
  readonly key: Key;

  constructor(key: Key, cause: unknown) {
    super(faultText(cause), { cause });
    this.key = key;
  }
}

/**
 * Closes the alert about a key that does not sign on a chain: it has signed, or nothing waits for it. A poll that needs no signature,
 * as while fees are too high, does not close it: the alert would open again with the next payout.
 */
export const endSignerFault = (chain: string, key: Key): Promise<void> =>
  setAlert("signer_missing", `${chain}:${key}`, undefined);

/** Opens the alert about a key that was found and does not sign, as while a vault refuses it. */
export async function raiseSignerFault(chain: string, error: unknown): Promise<void> {
  if (!(error instanceof SignerFault)) return;
  const { key, message } = error;
  const text = `The key of the ${key} signs nothing on ${chain}, so payouts wait: ${message}`;
  await setAlert("signer_missing", `${chain}:${key}`, text);
}

/**
 * Signs with a key, and tells a fault of the signer apart from those of the node and of the database. The alert about the key ends with
 * its signature, whatever becomes of that: another key may fail before it is stored.
 * @throws SignerFault
 */
export async function bySigner<Signed>(
  chain: string,
  key: Key,
  sign: () => Promise<Signed>,
): Promise<Signed> {
  const signed = await sign().catch((cause: unknown) => {
    throw new SignerFault(key, cause);
  });
  await endSignerFault(chain, key);
  return signed;
}

import { faultText } from "@/lib/chain/fault-text";
import type { KeyAddresses } from "@/lib/chain/signer/port";

type Key = keyof KeyAddresses;

/** Thrown when a key did not sign: its vault is away, or refuses the key. */
export class SignerFault extends Error {
  override readonly name = "SignerFault";
  readonly key: Key;

  constructor(key: Key, message: string, options?: ErrorOptions) {
    super(message, options);
    this.key = key;
  }
}

/** Signs with a key, and tells a fault of the signer apart from those of the node and of the database. */
export async function bySigner<Signed>(key: Key, sign: () => Promise<Signed>): Promise<Signed> {
  try {
    return await sign();
  } catch (cause) {
    throw new SignerFault(key, faultText(cause), { cause });
  }
}

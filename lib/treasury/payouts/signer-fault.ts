import { faultText } from "@/lib/chain/fault-text";

/** Thrown when a key did not sign: its vault is away, or refuses the key. */
export class SignerFault extends Error {
  override readonly name = "SignerFault";
}

/** Signs, and tells a fault of the signer apart from those of the node and of the database. */
export async function bySigner<Signed>(sign: () => Promise<Signed>): Promise<Signed> {
  try {
    return await sign();
  } catch (cause) {
    throw new SignerFault(faultText(cause), { cause });
  }
}

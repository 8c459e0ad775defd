import { fingerprintOf } from "@/lib/identity/passkeys/fingerprint";
import { listPasskeysOfApprovers } from "./store";

/** Lists the passkeys of the people who may approve withdrawals, by e-mail, each with the fingerprint of its key. */
export async function listApproverKeys() {
  const passkeys = await listPasskeysOfApprovers();
  return passkeys.map(({ publicKey, person, ...passkey }) => ({
    ...passkey,
    email: person.email,
    fingerprint: fingerprintOf(publicKey),
  }));
}

import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { fingerprintOf } from "@/lib/identity/passkeys/fingerprint";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { confirmStandingFactor } from "@/lib/identity/second-factor/confirm-standing-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removePasskeyContract } from "./contract";
import { findPasskeyOf } from "./find-passkey-of";
import { deletePasskey } from "./store";

/**
 * Removes one of the person's own passkeys, after the same step-up authentication as for a new one, and ends the person's
 * other sessions: a lost passkey may have begun them.
 */
export const removePasskey: AccountUseCase<typeof removePasskeyContract> = async ({
  person,
  input,
  at,
}) => {
  const passkey = await findPasskeyOf(person.id, input.params.passkeyId);
  const { password, code } = input.body;
  await confirmPassword(person, password, at);
  await confirmStandingFactor(person, code, at);
  const { name, publicKey } = passkey;
  describeAudit({ before: { name, fingerprint: fingerprintOf(publicKey) } });
  const { id: personId, sessionId } = person;
  const asking = { personId, sessionId, at: await databaseTimeOf(at) };
  if (!(await deletePasskey(asking, passkey))) throw new ServiceError("PASSKEY_NOT_FOUND");
  return { removed: true };
};

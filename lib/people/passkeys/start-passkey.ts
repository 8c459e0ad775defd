import type { AccountUseCase } from "@/lib/contract/use-cases";
import { newChallenge } from "@/lib/identity/passkeys/challenges";
import { CHALLENGE_MS, KEY_ALGORITHMS } from "@/lib/identity/passkeys/fields";
import { RELYING_PARTY_NAME, relyingParty } from "@/lib/identity/passkeys/relying-party";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { confirmStandingFactor } from "@/lib/identity/second-factor/confirm-standing-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { startPasskeyContract } from "./contract";
import { MAX_PASSKEYS } from "./schema";
import { insertRegistration, listPasskeysOf } from "./store";

/**
 * Begins the registration of a passkey. The request needs the password and a code of the present second factor, if any:
 * with a stolen session alone a thief could otherwise add a passkey of their own.
 */
export const startPasskey: AccountUseCase<typeof startPasskeyContract> = async ({
  person,
  input,
  at,
}) => {
  const { id } = relyingParty();
  const { password, code } = input.body;
  const passwordHash = await confirmPassword(person, password, at);
  const totpSecretSealed = await confirmStandingFactor(person, code, at);
  const existing = await listPasskeysOf(person.id);
  if (existing.length >= MAX_PASSKEYS) throw new ServiceError("PASSKEY_LIMIT");
  describeAudit({ targetId: person.id });
  const checked = { personId: person.id, passwordHash, totpSecretSealed };
  const registration = await newChallenge({ purpose: "register", personId: person.id }, at);
  if (!(await insertRegistration(checked, registration)))
    throw new ServiceError("PASSWORD_INVALID");
  return {
    options: {
      challenge: registration.challenge,
      rp: { id, name: RELYING_PARTY_NAME },
      user: {
        id: Buffer.from(person.id).toString("base64url"),
        name: person.email,
        displayName: person.name,
      },
      pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
      timeout: CHALLENGE_MS,
      attestation: "none",
      excludeCredentials: existing.map(({ credentialId }) => ({
        id: credentialId,
        type: "public-key" as const,
      })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    },
  };
};

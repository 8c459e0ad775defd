import type { SignedInPerson } from "@/lib/contract/person";
import type { Assertion } from "@/lib/identity/passkeys/fields";
import { fingerprintOf } from "@/lib/identity/passkeys/fingerprint";
import { relyingParty } from "@/lib/identity/passkeys/relying-party";
import { findPasskey, notePasskeyUse } from "@/lib/identity/passkeys/store";
import { verifyAssertion } from "@/lib/identity/passkeys/verify-assertion";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import {
  type ApprovalSignature,
  signatureOf,
} from "@/lib/withdrawals/signed-approvals/approval-signature";
import { approvalChallenge } from "@/lib/withdrawals/signed-approvals/challenge";
import { payoutOf } from "@/lib/withdrawals/signed-approvals/signature-needs";
import type { AdminWithdrawalRow } from "./store";

const invalid = (text?: string) =>
  new ServiceError("APPROVAL_SIGNATURE_INVALID", text === undefined ? {} : { text });

/** A verified signature with what it signs: the withdrawal may change until the approval is stored. */
export interface VerifiedSignature {
  challenge: string;
  stored: ApprovalSignature;
}

/**
 * Verifies that the person's own passkey signed the payout of a withdrawal, with the person verified by the
 * authenticator. The same response may be sent again: it approves the same payout. Its counter is therefore not compared.
 * @throws ServiceError APPROVAL_SIGNATURE_INVALID
 */
export async function verifySignature(
  withdrawal: AdminWithdrawalRow,
  person: SignedInPerson,
  signature: Assertion,
  at: Date,
): Promise<VerifiedSignature> {
  const passkey = await findPasskey(signature.id);
  if (!passkey || passkey.personId !== person.id)
    throw invalid("This passkey is not registered in your account. Sign with one of yours.");
  const { credentialId, publicKey } = passkey;
  const fingerprint = fingerprintOf(publicKey);
  const keys = env().APPROVER_KEYS;
  if (keys && !keys.has(fingerprint))
    throw invalid(
      `This passkey is not in APPROVER_KEYS, so the payout would be refused. Its fingerprint is ${fingerprint}.`,
    );
  const challenge = approvalChallenge(payoutOf(withdrawal));
  const expected = {
    challenge,
    relyingParty: relyingParty(),
    key: { credentialId, publicKey, counter: 0n },
  };
  const outcome = await verifyAssertion(signature, expected);
  if ("fault" in outcome) throw invalid();
  const { isBackedUp } = outcome;
  await notePasskeyUse(passkey, { counter: passkey.counter, isBackedUp }, at);
  return { challenge, stored: signatureOf(signature, publicKey) };
}

/**
 * Returns the verified signature for the withdrawal as it is now; null without one.
 * @throws ServiceError APPROVAL_SIGNATURE_INVALID when the withdrawal changed since the signature was verified.
 */
export function signatureFor(
  withdrawal: AdminWithdrawalRow,
  verified: VerifiedSignature | undefined,
): ApprovalSignature | null {
  if (!verified) return null;
  if (verified.challenge !== approvalChallenge(payoutOf(withdrawal))) throw invalid();
  return verified.stored;
}

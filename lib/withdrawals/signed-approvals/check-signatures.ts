import { challengeIn } from "@/lib/identity/passkeys/client-data";
import { fingerprintOf } from "@/lib/identity/passkeys/fingerprint";
import type { RelyingParty } from "@/lib/identity/passkeys/relying-party";
import { verifyAssertion } from "@/lib/identity/passkeys/verify-assertion";
import { type ApprovalSignature, assertionOf } from "./approval-signature";
import { type ApprovedPayout, approvalChallenge } from "./challenge";

/** An approval of a withdrawal with its signature, as the database has it. */
export interface SignedApproval {
  personId: string;
  name: string;
  signature: ApprovalSignature | null;
}

/**
 * The rules that the signatures are checked with. None of them comes from the database, except the staging default of
 * `keys`.
 */
export interface SignatureRules {
  relyingParty: RelyingParty;
  /**
   * The approver by the fingerprint of a public key: APPROVER_KEYS. Undefined in staging without this setting: every key
   * counts for the person who approved.
   */
  keys: ReadonlyMap<string, string> | undefined;
}

/** The result for one approval: the approver whose signature holds, or why it does not. */
export type SignatureCheck = { by: string; fault?: undefined } | { by: string; fault: string };

async function checkSignature(
  payout: ApprovedPayout,
  { personId, name, signature }: SignedApproval,
  { relyingParty, keys }: SignatureRules,
): Promise<SignatureCheck> {
  if (signature === null) return { by: name, fault: "is not signed" };
  const fingerprint = fingerprintOf(signature.publicKey);
  const by = keys ? keys.get(fingerprint) : personId;
  if (by === undefined)
    return { by: name, fault: `is signed by a key that is not in APPROVER_KEYS (${fingerprint})` };
  const challenge = approvalChallenge(payout);
  if (challengeIn(signature) !== challenge)
    return { by, fault: "is signed for another withdrawal, amount, address or chain" };
  const { credentialId, publicKey } = signature;
  // The counter was checked when the approval was given; later uses of the passkey raise it.
  const key = { credentialId, publicKey, counter: 0n };
  const outcome = await verifyAssertion(assertionOf(signature), { challenge, relyingParty, key });
  return "fault" in outcome ? { by, fault: `has no valid signature: ${outcome.fault}` } : { by };
}

/** Checks each approval's signature over a payout. Reads nothing but its arguments. */
export function checkSignatures(
  payout: ApprovedPayout,
  approvals: readonly SignedApproval[],
  rules: SignatureRules,
): Promise<SignatureCheck[]> {
  return Promise.all(approvals.map((approval) => checkSignature(payout, approval, rules)));
}

/** Counts the different approvers whose signatures hold. */
export function countSigners(checks: readonly SignatureCheck[]): number {
  return new Set(checks.flatMap(({ by, fault }) => (fault === undefined ? [by] : []))).size;
}

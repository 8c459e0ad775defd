import type { ApprovalsFile } from "./approvals-file";
import { checkSignatures, countSigners } from "./check-signatures";

/** The result of one check, or its fault. */
export interface FileCheck {
  isSound: boolean;
  text: string;
}

interface Known {
  /** The approvers by the fingerprints of their keys; undefined to take each key for its person's. */
  keys: ReadonlyMap<string, string> | undefined;
  /** The least number of different approvers, whatever the file says. */
  signaturesNeeded: number;
}

/**
 * Verifies the approvals of a withdrawal from a file alone: each signature over the file's payout, and that enough
 * different approvers signed. An approval without a signature is reported and does not count. Source: docs/custody.md
 */
export async function verifyFile(file: ApprovalsFile, known: Known): Promise<FileCheck[]> {
  const { withdrawalId, payout, relyingParty, approvals } = file;
  const paid = { ...payout, withdrawalId, paidMicroUsd: BigInt(payout.paidMicroUsd) };
  const checks = await checkSignatures(paid, approvals, { relyingParty, keys: known.keys });
  const lines = checks.map(({ by, fault }, place): FileCheck => {
    const isUnsigned = approvals[place]?.signature === null;
    if (fault === undefined) return { isSound: true, text: `the approval of ${by} is signed` };
    return { isSound: isUnsigned, text: `the approval of ${by} ${fault}` };
  });
  const needed = Math.max(known.signaturesNeeded, file.signaturesNeeded);
  const signers = countSigners(checks);
  const text = `${signers} of ${needed} needed approvers signed`;
  return [...lines, { isSound: signers >= needed, text }];
}

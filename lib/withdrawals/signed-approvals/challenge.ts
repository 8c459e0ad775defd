import { hash } from "node:crypto";

/** The payout that an approver signs, and that the worker compares with the one to sign. */
export interface ApprovedPayout {
  chainId: number;
  tokenAddress: string;
  withdrawalId: string;
  toAddress: string;
  /** The amount that is sent, in micro-USD: without the fee. */
  paidMicroUsd: bigint;
}

/** The first line of the hashed text, so that no other text of the service has this hash. */
const DOMAIN = "partner-wallet withdrawal approval 1";

/**
 * Returns the challenge of a passkey for an approval: the SHA-256, in base64url, of seven lines, each ended by a line
 * feed, in UTF-8. Addresses are in lower case, numbers in decimal. Source: docs/custody.md
 */
export function approvalChallenge(payout: ApprovedPayout): string {
  const { chainId, tokenAddress, withdrawalId, toAddress, paidMicroUsd } = payout;
  const lines = [
    ...[DOMAIN, "approve", String(chainId), tokenAddress.toLowerCase()],
    ...[withdrawalId, toAddress.toLowerCase(), String(paidMicroUsd)],
  ];
  return hash("sha256", lines.map((line) => `${line}\n`).join(""), "base64url");
}

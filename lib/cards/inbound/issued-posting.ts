import type { NetworkMessage, NetworkNotification } from "../network/message";

/** The kinds of messages that move money. */
export const POSTING_KINDS = ["capture", "refund", "refund_reversal"] as const;
type PostingKind = (typeof POSTING_KINDS)[number];

/** A posting as the issuer lists it. */
export interface IssuedPosting {
  /** The issuer's id of the message. */
  id: string;
  kind: PostingKind;
  amountMicroUsd: bigint;
  issuerCardId: string;
  at: Date;
}

const isPosting = (
  message: NetworkMessage,
): message is Extract<NetworkMessage, { kind: PostingKind }> =>
  (POSTING_KINDS as readonly string[]).includes(message.kind);

/** The postings among the messages of a notification. */
export function postingsOf({ issuerCardId, messages }: NetworkNotification): IssuedPosting[] {
  return messages
    .filter(isPosting)
    .map(({ id, kind, amountMicroUsd, at }) => ({ id, kind, amountMicroUsd, issuerCardId, at }));
}

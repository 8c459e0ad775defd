import type { NetworkMessage } from "./message";

/** The totals of the messages of a network transaction, in micro-USD. */
export interface NetworkTotals {
  /** The hold that remains. */
  heldMicroUsd: bigint;
  /** Captures and reversed refunds. */
  capturedMicroUsd: bigint;
  refundedMicroUsd: bigint;
  /** Holds and captures: the amount that a cross-border fee is charged on. */
  chargedMicroUsd: bigint;
}

type Kind = NetworkMessage["kind"];
type Of<K extends Kind> = Extract<NetworkMessage, { kind: K }>;

const ofKind = <K extends Kind>(messages: readonly NetworkMessage[], kind: K): Of<K>[] =>
  messages.filter((message): message is Of<K> => message.kind === kind);

type Moving = "authorization" | "reversal" | "capture" | "refund" | "refund_reversal";

function sumOf(messages: readonly NetworkMessage[], kind: Moving): bigint {
  return messages.reduce(
    (sum, message) => (message.kind === kind ? sum + message.amountMicroUsd : sum),
    0n,
  );
}

type Snapshot = Of<"authorized_total">;

/** Of two snapshots with one revision the greater id counts, so that the result does not depend on the order. */
function isNewer(one: Snapshot, other: Snapshot): boolean {
  return one.revision === other.revision ? one.id > other.id : one.revision > other.revision;
}

function newestSnapshot(messages: readonly NetworkMessage[]): Snapshot | undefined {
  const snapshots = ofKind(messages, "authorized_total");
  return snapshots.reduce<Snapshot | undefined>(
    (newest, each) => (newest === undefined || isNewer(each, newest) ? each : newest),
    undefined,
  );
}

/** Whether the snapshot that counts already contains an authorization. */
export const isCovered = (id: string, messages: readonly NetworkMessage[]): boolean =>
  newestSnapshot(messages)?.covers.includes(id) === true;

/**
 * The requests that need no hold of their own: those that the snapshot that counts contains, and those that were decided too
 * late. The service's own snapshots, without a revision, each name one of the latter. They count beside a snapshot of the
 * issuer too: an increment comes after the issuer has reported the first request.
 */
function coveredBy(messages: readonly NetworkMessage[], snapshot: Snapshot | undefined) {
  const late = ofKind(messages, "authorized_total").filter(({ revision }) => revision === 0n);
  return new Set([...(snapshot?.covers ?? []), ...late.flatMap(({ covers }) => covers)]);
}

function authorizedMicroUsd(
  messages: readonly NetworkMessage[],
  snapshot: Snapshot | undefined,
): bigint {
  const covered = coveredBy(messages, snapshot);
  const approved = messages.filter(
    (message) =>
      message.kind === "authorization" &&
      message.declinedReason === null &&
      !covered.has(message.id),
  );
  const total = (snapshot?.amountMicroUsd ?? 0n) + sumOf(approved, "authorization");
  return total - sumOf(messages, "reversal");
}

const closes = (message: NetworkMessage): boolean =>
  message.kind === "expiry" ||
  message.kind === "decline" ||
  (message.kind === "capture" && message.isFinal);

/**
 * Computes the totals of a network transaction from all of its messages. The order of the messages does not matter: a
 * capture that overtakes its authorization leaves the same totals. Source: decision 0063.
 */
export function foldMessages(messages: readonly NetworkMessage[]): NetworkTotals {
  const snapshot = newestSnapshot(messages);
  const captures = sumOf(messages, "capture");
  const isClosed = snapshot?.isOpen === false || messages.some(closes);
  const open = authorizedMicroUsd(messages, snapshot) - captures;
  const heldMicroUsd = isClosed || open < 0n ? 0n : open;
  return {
    heldMicroUsd,
    capturedMicroUsd: captures + sumOf(messages, "refund_reversal"),
    refundedMicroUsd: sumOf(messages, "refund"),
    chargedMicroUsd: heldMicroUsd + captures,
  };
}

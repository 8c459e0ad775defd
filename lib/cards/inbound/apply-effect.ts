import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { formatUsd } from "@/lib/kernel/money";
import { applyDisputeReport } from "../disputes/reports/apply-dispute-report";
import { applyNetworkNotification, type LinkedCards } from "../network/apply-notification";
import type { NetworkNotification } from "../network/message";
import { TransactionOfOtherCard } from "../network/transaction-of-other-card";
import { coverDecisions } from "./cover-decisions";
import { endClosedCard } from "./end-closed-card";
import type { EventOutcome, StoredEvent } from "./inbox/stored-event";
import type { EventEffect, SendingIssuer } from "./port";
import { readAgainIfTied } from "./read-again";

interface Applied {
  outcome: EventOutcome;
  /** Why a card is unknown, or nothing was applied; null otherwise. */
  failure: string | null;
  /** Whether an alert of its own has reported the failure, or nobody needs to know of it. */
  needsNoAlert?: boolean;
}

/** Attempts to end a card that the issuer has closed: the last one follows some minutes after the first. */
const MAX_CLOSED_ATTEMPTS = 4;

const APPLIED: Applied = { outcome: "applied", failure: null };

export const noCard = (issuerCardId: string) => `No card here has the id ${issuerCardId}`;
export const noTransaction = (id: string | null) => `No transaction here has the id ${id}`;

type Effect<Kind extends EventEffect["kind"]> = Extract<EventEffect, { kind: Kind }>;

/** Tells operators that a refund was posted without the purchase that the issuer linked it to. */
async function reportLinkedRefund(
  { issuer, issuerTransactionId, messages }: NetworkNotification,
  { refundCardId, purchaseCardId }: LinkedCards,
): Promise<void> {
  for (const { id } of messages)
    await openAlert({
      kind: "refund_of_other_card",
      subject: id,
      text: `${issuer} linked the refund ${id} of card ${refundCardId} to the authorization ${issuerTransactionId} of card ${purchaseCardId}. It was posted to card ${refundCardId} without an authorization.`,
    });
}

/** Tells operators that a message was not applied, because it is about one card and its transaction is of another one. */
async function refuseOtherCard(
  { issuer, issuerTransactionId, messages }: NetworkNotification,
  error: unknown,
): Promise<Applied> {
  if (!(error instanceof TransactionOfOtherCard)) throw error;
  const { cardId, otherCardId } = error;
  const named = messages.map((message) => {
    const amount =
      "amountMicroUsd" in message ? ` of ${formatUsd(message.amountMicroUsd)} USD` : "";
    return `${message.kind.replaceAll("_", " ")} ${message.id}${amount}`;
  });
  await openAlert({
    kind: "transaction_of_other_card",
    subject: `${issuer}:${messages[0]?.id ?? issuerTransactionId}`,
    text: `${issuer} linked ${named.join(" and ")}, which is about card ${cardId}, to the authorization ${issuerTransactionId} of card ${otherCardId}. Nothing was posted.`,
  });
  return { outcome: "failed", failure: error.message, needsNoAlert: true };
}

async function applyNetwork(
  issuer: SendingIssuer,
  { notification, corrections = [], isProgrammeShort, decisions = 0 }: Effect<"network">,
): Promise<Applied> {
  const { issuerCardId, issuerTransactionId } = notification;
  const covered =
    decisions > 0 ? await coverDecisions(issuer, notification, decisions) : notification;
  const applied = await applyNetworkNotification(covered).catch((error: unknown) =>
    refuseOtherCard(notification, error),
  );
  if ("outcome" in applied) return applied;
  const { card, linked } = applied;
  if (linked) await reportLinkedRefund(notification, linked);
  if (card === "unknown") return { outcome: "card_unknown", failure: noCard(issuerCardId) };
  await readAgainIfTied(issuer, notification);
  if (isProgrammeShort)
    await openAlert({
      kind: "issuer_balance_low",
      subject: issuer,
      text: `${issuer} declined the authorization ${issuerTransactionId} of card ${issuerCardId} because the balance of the programme is too low.`,
    });
  for (const { id, type } of corrections)
    await openAlert({
      kind: "issuer_correction",
      subject: id,
      text: `${issuer} posted ${type} in the transaction ${issuerTransactionId} of card ${issuerCardId}.`,
    });
  return APPLIED;
}

/**
 * Ends a card that the issuer has closed. The issuer can close a card before Create Card stores it, which takes less than a minute. One
 * that is unknown for longer was given up, or is of another programme in the account. It needs nobody: nothing can be spent with it.
 */
async function closeCard(
  issuer: SendingIssuer,
  { issuerCardId }: Effect<"card_closed">,
  { attempts }: StoredEvent,
): Promise<Applied> {
  if (await endClosedCard(issuer, issuerCardId)) return APPLIED;
  const failure = noCard(issuerCardId);
  if (attempts >= MAX_CLOSED_ATTEMPTS) return { outcome: "ignored", failure };
  return { outcome: "card_unknown", failure, needsNoAlert: true };
}

async function reportCardholder(
  issuer: SendingIssuer,
  { cardholderId, obstacle }: Effect<"cardholder">,
): Promise<Applied> {
  const subject = { kind: "issuer_cardholder", subject: cardholderId } as const;
  if (obstacle === null) await closeAlert(subject);
  else
    await openAlert({
      ...subject,
      text: `${issuer} declines the cards of cardholder ${cardholderId}: ${obstacle}.`,
    });
  return APPLIED;
}

async function applyDispute(
  issuer: SendingIssuer,
  { report }: Effect<"dispute">,
  event: StoredEvent,
): Promise<Applied> {
  const { id, type, createdAt } = event;
  const { dispute } = await applyDisputeReport({ issuer, id, type, createdAt }, report);
  if (dispute !== "card_unknown") return APPLIED;
  return { outcome: "card_unknown", failure: noTransaction(report.issuerTransactionId) };
}

/** Applies the effect of an event. Applying it again changes nothing. */
export async function applyEffect(
  issuer: SendingIssuer,
  effect: EventEffect,
  event: StoredEvent,
): Promise<Applied> {
  switch (effect.kind) {
    case "network":
      return applyNetwork(issuer, effect);
    case "card_closed":
      return closeCard(issuer, effect, event);
    case "cardholder":
      return reportCardholder(issuer, effect);
    case "dispute":
      return applyDispute(issuer, effect, event);
    case "none":
      return event.content === null ? { outcome: "ignored", failure: null } : APPLIED;
  }
}

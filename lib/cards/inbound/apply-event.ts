import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { applyEffect, noCard, noTransaction } from "./apply-effect";
import { inboundIssuer } from "./inbound-issuer";
import { nextAttemptAt } from "./inbox/plan-attempt";
import { issuerEvents } from "./inbox/sql-store";
import type { EventOutcome, StoredEvent } from "./inbox/stored-event";
import { LATE_DECISION, lateDecisionEffect } from "./late-decision";
import type { EventEffect } from "./port";
import { findCardOfIssuer, hasTransaction } from "./store";
import { isUnreadableMessage } from "./unreadable-message";

/** A fault that may pass is reported after this many attempts, an unreadable event at once. */
const REPORT_AFTER = 3;

export interface Attempt {
  outcome: EventOutcome;
  failure: string | null;
  /** Whether a later attempt of this version cannot succeed. */
  isUnreadable?: boolean;
  /** Whether an alert of its own has reported the failure, or nobody needs to know of it. */
  needsNoAlert?: boolean;
}

function effectOf(event: StoredEvent): EventEffect {
  if (event.type === LATE_DECISION)
    return { kind: "network", notification: lateDecisionEffect(event.issuer, event) };
  return inboundIssuer(event.issuer).effectOf(event);
}

/**
 * Returns the reason when the card or the transaction of an event is unknown here. Undefined when it is known, or when
 * the event names none.
 */
async function unknownSubject(event: StoredEvent): Promise<string | undefined> {
  const { issuer } = event;
  const { issuerCardId, issuerTransactionId } = inboundIssuer(issuer).subjectOf(event);
  if (issuerCardId !== undefined)
    return (await findCardOfIssuer(issuer, issuerCardId)) ? undefined : noCard(issuerCardId);
  if (issuerTransactionId !== undefined)
    return (await hasTransaction(issuer, issuerTransactionId))
      ? undefined
      : noTransaction(issuerTransactionId);
  return undefined;
}

/**
 * The result for an event that cannot be read. Another programme in the same account may have other currencies and types
 * of events: what is about its cards is no failure.
 */
async function unreadable(event: StoredEvent, failure: string): Promise<Attempt> {
  const unknown = await unknownSubject(event);
  return unknown === undefined
    ? { outcome: "failed", failure, isUnreadable: true }
    : { outcome: "card_unknown", failure: unknown };
}

async function attempt(event: StoredEvent): Promise<Attempt> {
  try {
    return await applyEffect(event.issuer, effectOf(event), event);
  } catch (error) {
    if (isUnreadableMessage(error)) return unreadable(event, error.message);
    const { id, type, attempts } = event;
    log().error(
      { event: id, type, attempts, failure: errorFields(error) },
      "issuer event not applied",
    );
    const { error: kind, code } = errorFields(error);
    return { outcome: "failed", failure: [kind, code].filter(Boolean).join(" ") };
  }
}

const subjectOf = ({ issuer, id }: StoredEvent) => `${issuer}:${id}`;

/** One alert for all events about a card: another programme in the same account sends thousands. */
function unknownSubjectOf(event: StoredEvent): string {
  const { issuerCardId, issuerTransactionId } = inboundIssuer(event.issuer).subjectOf(event);
  return `${event.issuer}:${issuerCardId ?? issuerTransactionId ?? event.id}`;
}

/** Closes the alerts of an event that was applied after a failure. */
async function closeAlerts(event: StoredEvent): Promise<void> {
  await closeAlert({ kind: "issuer_event_failed", subject: subjectOf(event) });
  // The former version opened one for each event.
  for (const subject of [unknownSubjectOf(event), subjectOf(event)])
    await closeAlert({ kind: "issuer_card_unknown", subject });
}

/** Returns what opens or closes an alert because of an attempt; undefined if nobody needs to know of it. */
function reportOf(event: StoredEvent, result: Attempt): (() => Promise<void>) | undefined {
  const { issuer, id, type, attempts } = event;
  const { outcome, failure, isUnreadable, needsNoAlert } = result;
  if (outcome === "applied") return attempts > 1 ? () => closeAlerts(event) : undefined;
  if (needsNoAlert || !(isUnreadable || attempts >= REPORT_AFTER)) return undefined;
  if (outcome === "failed") {
    const text = `${issuer} sent ${type} (${id}), which could not be applied: ${failure}`;
    return () => openAlert({ kind: "issuer_event_failed", subject: subjectOf(event), text });
  }
  if (outcome !== "card_unknown") return undefined;
  const text = `${issuer} sent ${type}: ${failure}.`;
  return () => openAlert({ kind: "issuer_card_unknown", subject: unknownSubjectOf(event), text });
}

/**
 * Makes one attempt to apply a leased event and records the result. Network messages are applied once, whatever the
 * number of attempts, because the ledger knows their ids.
 */
export async function applyEvent(event: StoredEvent): Promise<Attempt> {
  const result = await attempt(event);
  const at = now();
  const { outcome, failure } = result;
  const appliedAt = outcome === "applied" || outcome === "ignored" ? at : null;
  await issuerEvents.settle(event, {
    dueAt: nextAttemptAt(outcome, event.attempts, at),
    outcome: { outcome, failure, appliedAt },
    whileHeld: reportOf(event, result),
  });
  return result;
}

import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { isProviderRefused, providerErrorText } from "@/lib/kernel/provider-error";
import { retryPauseMs } from "@/lib/kernel/retry-pause";
import { outsideIssuers } from "../issuer/issuer";
import type { CardIssuer } from "../issuer/port";
import { ISSUER_NAMES, type IssuerName } from "../network/message";
import {
  type AttemptOutcome,
  countLateUpdates,
  countUpdatesOfOthers,
  type IssuerUpdate,
  issuerUpdates,
} from "./sql-store";
import { findPersonOf } from "./store";

const BATCH = 10;
/** Shorter delays end without anybody's help. */
const LATE_AFTER_MS = 600_000;

async function send(issuer: CardIssuer, { issuerId, ...update }: IssuerUpdate): Promise<void> {
  if (update.kind === "card") return issuer.setCardStatus(issuerId, update.status);
  if (update.status === "inactive") return issuer.deactivateCardholder(issuerId);
  const person = await findPersonOf(issuer.name, issuerId);
  // A user who was deleted meanwhile needs no update: the end of the cardholder is delivered next.
  if (person) await issuer.updateCardholder(issuerId, person);
}

/** What the issuer shall do, for operators. */
function wanted({ kind, issuerId, status }: IssuerUpdate): string {
  if (kind === "cardholder" && status === "active")
    return `The cardholder ${issuerId} shall have the birth date of its user`;
  return `The ${kind} ${issuerId} shall be ${status}`;
}

/** The text of a failure for operators. */
function textOf(error: unknown): string {
  const text = providerErrorText(error);
  if (text !== undefined) return text;
  log().error(errorFields(error), "a state was not delivered to the card issuer");
  return "internal error";
}

async function attempt(issuer: CardIssuer, update: IssuerUpdate): Promise<AttemptOutcome> {
  try {
    await send(issuer, update);
    return { deliveredAt: now() };
  } catch (error) {
    const failure = textOf(error);
    return isProviderRefused(error) ? { refusedAt: now(), failure } : { failure };
  }
}

/** Opens an alert about a status that the issuer refused, and closes it when the issuer has a status. */
async function report(
  { name }: CardIssuer,
  update: IssuerUpdate,
  { deliveredAt, refusedAt, failure }: AttemptOutcome,
): Promise<void> {
  const refused = { kind: "issuer_update_refused", subject: update.issuerId } as const;
  if (refusedAt)
    await openAlert({ ...refused, text: `${wanted(update)} at ${name}, but: ${failure}.` });
  if (deliveredAt) await closeAlert(refused);
}

/** Delivers one status. Returns whether the issuer has it now. */
async function deliver(issuer: CardIssuer, update: IssuerUpdate): Promise<boolean> {
  const outcome = await attempt(issuer, update);
  const isOver = outcome.deliveredAt !== undefined || outcome.refusedAt !== undefined;
  const dueAt = isOver ? null : new Date(now().getTime() + retryPauseMs(update.attempts));
  const whileHeld = isOver ? () => report(issuer, update, outcome) : undefined;
  await issuerUpdates.settle(update, { dueAt, outcome, whileHeld });
  return outcome.deliveredAt !== undefined;
}

async function raiseOrCloseLateAlert({ name }: CardIssuer): Promise<void> {
  const late = { kind: "issuer_updates_late", subject: name } as const;
  const before = new Date(now().getTime() - LATE_AFTER_MS);
  const { count, oldest, failure } = await countLateUpdates(name, before);
  if (count === 0 || oldest === null) return closeAlert(late);
  await openAlert({
    ...late,
    text: `${count} states of cards are not delivered to ${name}, the oldest since ${oldest.toISOString()}: ${failure ?? "no attempt was made"}.`,
  });
}

/** Alerts of states that wait for issuers that are not attached: nobody delivers them. */
async function raiseOrCloseDetachedAlerts(attached: readonly IssuerName[]): Promise<void> {
  const counts = await countUpdatesOfOthers(attached);
  for (const name of ISSUER_NAMES.filter((each) => each !== "sandbox")) {
    const detached = { kind: "issuer_updates_detached", subject: name } as const;
    const count = counts.get(name);
    if (count === undefined) await closeAlert(detached);
    else
      await openAlert({
        ...detached,
        text: `${count} states of cards and cardholders wait for ${name}, which is no longer attached: they are not delivered.`,
      });
    // It would stay open for as long as the issuer is not attached, and ask for the wrong remedy.
    if (!attached.includes(name)) await closeAlert({ kind: "issuer_updates_late", subject: name });
  }
}

type Counts = { delivered: number; failed: number };

async function deliverTo(issuer: CardIssuer): Promise<Counts> {
  const { succeeded, failed } = await issuerUpdates.work({
    batch: BATCH,
    scope: issuer.name,
    handle: (update) => deliver(issuer, update),
  });
  await raiseOrCloseLateAlert(issuer);
  return { delivered: succeeded, failed };
}

/**
 * Delivers the queued states of cards and cardholders to their issuers, and the birth dates that became known after a
 * cardholder was created: at least once, the newest state of each alone.
 * Processes share the work through leases. Ends early while an issuer is unavailable; the job runs again soon.
 * Source: docs/decisions/0067-outside-card-issuers.md
 */
export async function deliverUpdates(): Promise<Counts> {
  const issuers = outsideIssuers();
  const counts = await Promise.all(issuers.map(deliverTo));
  await raiseOrCloseDetachedAlerts(issuers.map(({ name }) => name));
  return counts.reduce(
    (sum, { delivered, failed }) => ({
      delivered: sum.delivered + delivered,
      failed: sum.failed + failed,
    }),
    { delivered: 0, failed: 0 },
  );
}

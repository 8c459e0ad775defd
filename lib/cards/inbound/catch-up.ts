import { openAlert } from "@/lib/alerts/open-alert";
import { readClockOffsetS } from "@/lib/db/read-clock";
import { now } from "@/lib/kernel/clock";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { storableText } from "@/lib/kernel/storable-text";
import { sendingIssuers } from "./attached-issuers";
import { issuerFeed } from "./feed/issuer-feed";
import { findListedUntil, storeListedUntil } from "./inbox/store";
import type { InboundEvent, SendingIssuer } from "./port";
import { receiveEvents } from "./receive-events";

/** An event can appear in the issuer's list after later ones. */
const OVERLAP_MS = 15 * MINUTE_MS;
/** How far the first run of a new service looks back. */
const FIRST_MS = DAY_MS;

/** Stripe lists its events for 30 days. Lithic does not say how long; the same is assumed. */
const LISTED_FOR_MS = 30 * DAY_MS;
/** More than by which two readings of a clock that is right can differ. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * The time by the database's clock, which all processes share. By the clock of a process that is ahead, the next runs would list
 * nothing until that time has come.
 */
async function present(): Promise<Date> {
  return new Date(now().getTime() + Math.round((await readClockOffsetS()) * 1_000));
}

/** From when on the issuer's events are listed. What was read up to a time in the future, by a clock that was ahead, is not known. */
function listedFrom(until: Date | undefined, at: Date): Date {
  if (until === undefined) return new Date(at.getTime() - FIRST_MS);
  const isAhead = until.getTime() > at.getTime() + TOLERANCE_MS;
  return isAhead ? new Date(at.getTime() - LISTED_FOR_MS) : new Date(until.getTime() - OVERLAP_MS);
}

/** Reports that an outage was longer than issuers keep their events. */
async function reportLost(issuer: SendingIssuer, since: Date, at: Date): Promise<void> {
  const keptSince = new Date(at.getTime() - LISTED_FOR_MS);
  if (since >= keptSince) return;
  await openAlert({
    kind: "issuer_events_lost",
    subject: issuer,
    text: `Events of ${issuer} between ${since.toISOString()} and ${keptSince.toISOString()} were not read, and are no longer listed.`,
  });
}

/** Whether the database refuses the data itself (SQLSTATE classes 22 and 23), as it would at every repetition. */
const isRefusedData = (error: unknown) => /^2[23]...$/.test(errorCodeOf(error) ?? "");

/** Reports an event that cannot be stored. */
async function reportRefused(
  issuer: SendingIssuer,
  event: InboundEvent,
  error: unknown,
): Promise<void> {
  const [id, type] = [event.id, event.type].map(storableText);
  await openAlert({
    kind: "issuer_message_unreadable",
    subject: `${issuer}:${id}`,
    text: `${issuer} lists the event ${type} (${id}), which was not stored: the database refuses it (${errorCodeOf(error)}).`,
  });
}

/**
 * Stores and applies listed events, and returns how many were new. A page that the database refuses is stored one event
 * at a time: otherwise a single one would stop this and every later run.
 */
async function receiveListed(
  issuer: SendingIssuer,
  events: readonly InboundEvent[],
): Promise<number> {
  try {
    const { received, applied } = await receiveEvents(issuer, events);
    await applied;
    return received;
  } catch (error) {
    const [first, second] = events;
    if (!first || !isRefusedData(error)) throw error;
    if (second) return receiveEach(issuer, events);
    await reportRefused(issuer, first, error);
    return 0;
  }
}

/** Does the same with one event at a time, in the order in which the issuer created them. */
async function receiveEach(
  issuer: SendingIssuer,
  events: readonly InboundEvent[],
): Promise<number> {
  const inOrder = events.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  let received = 0;
  for (const event of inOrder) received += await receiveListed(issuer, [event]);
  return received;
}

type Counts = { listed: number; missed: number };

async function catchUp(issuer: SendingIssuer): Promise<Counts> {
  const counts = { listed: 0, missed: 0 };
  const at = await present();
  const since = listedFrom(await findListedUntil(issuer), at);
  await reportLost(issuer, since, at);
  for await (const events of issuerFeed(issuer).listEvents(since)) {
    counts.listed += events.length;
    counts.missed += await receiveListed(issuer, events);
  }
  await storeListedUntil(issuer, at);
  return counts;
}

/**
 * Lists the issuers' events since the last run, and stores and applies those that no webhook brought, such as during an
 * outage. A background job. Source: docs/decisions/0068-messages-of-issuers.md
 */
export async function catchUpEvents(): Promise<Counts> {
  const counts = await Promise.all(sendingIssuers().map(catchUp));
  return counts.reduce(
    (sum, { listed, missed }) => ({ listed: sum.listed + listed, missed: sum.missed + missed }),
    { listed: 0, missed: 0 },
  );
}

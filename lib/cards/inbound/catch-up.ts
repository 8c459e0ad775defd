import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { sendingIssuers } from "./attached-issuers";
import { issuerFeed } from "./feed/issuer-feed";
import { findListedUntil, storeListedUntil } from "./inbox/store";
import type { SendingIssuer } from "./port";
import { receiveEvents } from "./receive-events";

const MINUTE_MS = 60_000;
/** An event can appear in the issuer's list after later ones. */
const OVERLAP_MS = 15 * MINUTE_MS;
/** How far the first run of a new service looks back. */
const FIRST_MS = 24 * 60 * MINUTE_MS;

/** Stripe lists its events for 30 days. Lithic does not say how long; the same is assumed. */
const LISTED_FOR_MS = 30 * 24 * 60 * MINUTE_MS;

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

type Counts = { listed: number; missed: number };

async function catchUp(issuer: SendingIssuer): Promise<Counts> {
  const counts = { listed: 0, missed: 0 };
  const at = now();
  const until = await findListedUntil(issuer);
  const since = new Date(until ? until.getTime() - OVERLAP_MS : at.getTime() - FIRST_MS);
  await reportLost(issuer, since, at);
  for await (const events of issuerFeed(issuer).listEvents(since)) {
    const { received, applied } = await receiveEvents(issuer, events);
    await applied;
    counts.listed += events.length;
    counts.missed += received;
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

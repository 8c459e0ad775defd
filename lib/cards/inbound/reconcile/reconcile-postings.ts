import type { z } from "zod";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { runCheck } from "@/lib/checks/run-check";
import { now } from "@/lib/kernel/clock";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { inTurn } from "@/lib/kernel/in-turn";
import { sendingIssuers } from "../attached-issuers";
import { issuerFeed } from "../feed/issuer-feed";
import type { IssuerFeed } from "../feed/port";
import type { IssuedPosting } from "../issued-posting";
import type { SendingIssuer } from "../port";
import { compareOne } from "./compare-one";
import {
  findDifferences,
  missingAtIssuer,
  type PostingDifference,
  unreadableAtIssuer,
} from "./find-differences";
import { Listed } from "./listed";
import { reconcileHolds } from "./reconcile-holds";
import type { postingsFoundSchema } from "./schema";
import {
  type BookedPosting,
  findBooked,
  findCorrections,
  findKnownCards,
  listBooked,
} from "./store";

/**
 * Captures arrive up to a month after their authorization, and Lithic lists them with its transaction. An older
 * transaction with a posting of the compared period is read by itself.
 */
const LISTED_MS = 35 * DAY_MS;
/** The period whose postings here must be listed. */
const COMPARED_MS = 3 * DAY_MS;
/** Events of the last hour may still be under way. */
const SETTLING_MS = HOUR_MS;
const SHOWN = 10;
const KEPT = 50;

interface Compared {
  compared: number;
  differences: PostingDifference[];
}

/**
 * Compares listed postings of our cards with those here. What an administrator has posted instead is no difference, but an event
 * that is applied after that moves the money once more.
 */
async function compareOurs(
  issuer: SendingIssuer,
  ours: readonly IssuedPosting[],
): Promise<PostingDifference[]> {
  if (ours.length === 0) return [];
  return findDifferences(ours, await findBooked(issuer, ours), await findCorrections(issuer, ours));
}

/** Compares the issuer's postings with those of the ledger, and adds the issuer's postings to `listed`. */
async function compareListed(
  issuer: SendingIssuer,
  { since, until }: { since: Date; until: Date },
  listed: Listed,
): Promise<PostingDifference[]> {
  const differences: PostingDifference[] = [];
  for await (const { postings, unreadable } of issuerFeed(issuer).listPostings(since)) {
    listed.add(postings, unreadable);
    const settled = postings.filter((posting) => posting.at < until);
    const named = [...settled, ...unreadable].flatMap(({ issuerCardId }) => issuerCardId ?? []);
    const cards = await findKnownCards(issuer, named);
    const ours = settled.filter(({ issuerCardId }) => cards.has(issuerCardId));
    const faults = unreadable.filter(
      ({ issuerCardId }) => issuerCardId === undefined || cards.has(issuerCardId),
    );
    differences.push(...unreadableAtIssuer(faults));
    differences.push(...(await compareOurs(issuer, ours)));
  }
  return differences;
}

/** Reads the transaction of a posting that the list lacks, and compares the posting with it. */
async function compareAlone(feed: IssuerFeed, posting: BookedPosting) {
  const alone = await feed.findPostings?.(posting.issuerTransactionId);
  const same = alone?.postings.filter(({ id }) => id === posting.id) ?? [];
  const unreadable = alone?.unreadable ?? [];
  const isMissing = same.length === 0 && unreadable.length === 0;
  return [
    ...unreadableAtIssuer(unreadable),
    ...findDifferences(same, [posting]),
    ...missingAtIssuer(isMissing ? [posting] : []),
  ];
}

/** Finds the postings of a period that are only here. */
async function compareBooked(
  issuer: SendingIssuer,
  period: { from: Date; until: Date },
  listed: Listed,
): Promise<PostingDifference[]> {
  const feed = issuerFeed(issuer);
  const differences: PostingDifference[] = [];
  for await (const page of listBooked(issuer, period))
    for (const posting of page) {
      if (listed.has(posting)) continue;
      differences.push(...(await compareOne(posting.id, () => compareAlone(feed, posting))));
    }
  return differences;
}

async function compare(issuer: SendingIssuer, at: Date): Promise<Compared> {
  const until = new Date(at.getTime() - SETTLING_MS);
  const since = new Date(at.getTime() - LISTED_MS);
  const from = new Date(at.getTime() - COMPARED_MS);
  const listed = new Listed(from);
  const differences = [
    ...(await compareListed(issuer, { since, until }, listed)),
    ...(await compareBooked(issuer, { from, until }, listed)),
    ...(await reconcileHolds(issuer, at)),
  ];
  return { compared: listed.count, differences };
}

async function report(issuer: SendingIssuer, differences: PostingDifference[]): Promise<void> {
  const subject = { kind: "issuer_difference", subject: issuer } as const;
  if (differences.length === 0) return closeAlert(subject);
  const shown = differences.slice(0, SHOWN).map(({ text }) => text);
  const more = differences.length - shown.length;
  const rest = more > 0 ? `; and ${more} more` : "";
  await openAlert({ ...subject, text: `${shown.join("; ")}${rest}.` });
}

async function compareAndReport(issuer: SendingIssuer) {
  const found = await compare(issuer, now());
  await report(issuer, found.differences);
  const { compared, differences } = found;
  const result: z.input<typeof postingsFoundSchema> = {
    issuer,
    compared,
    differences: differences.length,
    examples: differences.slice(0, KEPT),
  };
  const counts = { issuer, compared, differences: differences.length };
  return { found: counts, isSound: differences.length === 0, result };
}

/** The result of the comparison with an issuer. */
interface ComparedPostings {
  issuer: SendingIssuer;
  compared: number;
  differences: number;
}

/**
 * Compares the issuers' captures and refunds with those posted here, in both directions, and corrects old holds that the
 * issuer does not have any more. Differences open an alert; the result for the issuer of new cards is stored as a check
 * for the Health page. Returns what was found at each attached issuer, that of new cards first. An issuer that is out does
 * not stop the comparison with another one.
 * Source: docs/decisions/0068-messages-of-issuers.md and 0098-what-issuers-know-later.md
 * @throws the issuer's or the database's error.
 */
export async function comparePostings(): Promise<ComparedPostings[]> {
  const issuers = sendingIssuers();
  return inTurn(issuers, async (issuer) =>
    issuer === issuers[0]
      ? runCheck("card_postings", null, () => compareAndReport(issuer))
      : (await compareAndReport(issuer)).found,
  );
}

/** Compares as `comparePostings` does, and returns the counts of the issuer of new cards. A background job. */
export async function reconcilePostings(): Promise<{ compared: number; differences: number }> {
  const [{ compared, differences } = { compared: 0, differences: 0 }] = await comparePostings();
  return { compared, differences };
}

import { DAY_MS } from "@/lib/kernel/durations";
import { formatUsd } from "@/lib/kernel/money";
import { applyNetworkNotification } from "../../network/apply-notification";
import { foldMessages } from "../../network/fold-messages";
import { coverDecisions } from "../cover-decisions";
import { issuerFeed } from "../feed/issuer-feed";
import type { IssuerFeed, ReadTransaction } from "../feed/port";
import type { SendingIssuer } from "../port";
import { compareOne } from "./compare-one";
import type { PostingDifference } from "./find-differences";
import { findOpenHold, listOldHolds, type OpenHold } from "./store";

/**
 * Holds that are older than this are compared. Most purchases are collected within two days, and issuers end what nobody
 * collects after a week or later.
 */
const HELD_DAYS = 3;

const differenceOf = (id: string, problem: string): PostingDifference[] => [
  { id, text: `${id}: ${problem}` },
];
const holdOf = (heldMicroUsd: bigint) => `hold of ${formatUsd(heldMicroUsd)} USD`;

async function apply(
  issuer: SendingIssuer,
  { notification, decisions = 0 }: ReadTransaction,
): Promise<void> {
  await applyNetworkNotification(
    decisions > 0 ? await coverDecisions(issuer, notification, decisions) : notification,
  );
}

/** Where and when holds are compared. */
interface Comparison {
  issuer: SendingIssuer;
  feed: IssuerFeed;
  at: Date;
}

/** Reads the transaction of a hold at the issuer, and applies it when the issuer holds another amount. */
async function compareHold(
  { issuer, feed, at }: Comparison,
  { issuerTransactionId: id, heldMicroUsd, newestAt }: OpenHold,
): Promise<PostingDifference[]> {
  // Counts as the issuer's state right after its newest event here, so that events that arrive later still count. Of two
  // such reads the later one has the greater id.
  const snapshot = { id: `${id}:reread:${at.getTime()}`, at: newestAt };
  const read = await feed.readTransaction(id, snapshot);
  if (!read) return differenceOf(id, `${holdOf(heldMicroUsd)} is not at the issuer`);
  const there = foldMessages(read.notification.messages).heldMicroUsd;
  if (there === heldMicroUsd) return [];
  await apply(issuer, read);
  const here = (await findOpenHold(issuer, id))?.heldMicroUsd ?? 0n;
  return here === there
    ? []
    : differenceOf(id, `${holdOf(here)} here, ${holdOf(there)} at the issuer`);
}

/**
 * Reads each old hold at the issuer and applies what the issuer has: after events that were lost for good, nothing else
 * would ever end it. Source: docs/decisions/0098-what-issuers-know-later.md
 * @returns the holds that differ and cannot be corrected
 * @throws ProviderUnavailable
 */
export async function reconcileHolds(
  issuer: SendingIssuer,
  at: Date,
): Promise<PostingDifference[]> {
  const comparison = { issuer, feed: issuerFeed(issuer), at };
  const differences: PostingDifference[] = [];
  for await (const ids of listOldHolds(issuer, new Date(at.getTime() - HELD_DAYS * DAY_MS)))
    for (const id of ids) {
      const hold = await findOpenHold(issuer, id);
      if (hold) differences.push(...(await compareOne(id, () => compareHold(comparison, hold))));
    }
  return differences;
}

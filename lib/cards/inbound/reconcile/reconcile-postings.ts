import type { z } from "zod";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { runCheck } from "@/lib/checks/run-check";
import { now } from "@/lib/kernel/clock";
import { sendingIssuers } from "../attached-issuers";
import { issuerFeed } from "../feed/issuer-feed";
import type { SendingIssuer } from "../port";
import { findDifferences, findUnlisted, type PostingDifference } from "./find-differences";
import type { postingsFoundSchema } from "./schema";
import { findBooked, findKnownCards, listBooked } from "./store";

const HOUR_MS = 3_600_000;
/** Captures arrive up to a month after their authorization, and Lithic lists them with its transaction. */
const LISTED_MS = 35 * 24 * HOUR_MS;
/** The period whose postings here must be listed. */
const COMPARED_MS = 3 * 24 * HOUR_MS;
/** Events of the last hour may still be under way. */
const SETTLING_MS = HOUR_MS;
const SHOWN = 10;
const KEPT = 50;

interface Compared {
  compared: number;
  differences: PostingDifference[];
}

async function compare(issuer: SendingIssuer, at: Date): Promise<Compared> {
  const until = new Date(at.getTime() - SETTLING_MS);
  const listedIds = new Set<string>();
  const differences: PostingDifference[] = [];
  for await (const page of issuerFeed(issuer).listPostings(new Date(at.getTime() - LISTED_MS))) {
    for (const { id } of page) listedIds.add(id);
    const settled = page.filter((posting) => posting.at < until);
    const cards = await findKnownCards(
      issuer,
      settled.map(({ issuerCardId }) => issuerCardId),
    );
    const ours = settled.filter(({ issuerCardId }) => cards.has(issuerCardId));
    differences.push(...findDifferences(ours, await findBooked(issuer, ours)));
  }
  const period = { from: new Date(at.getTime() - COMPARED_MS), until };
  for await (const page of listBooked(issuer, period))
    differences.push(...findUnlisted(listedIds, page));
  return { compared: listedIds.size, differences };
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
  const counts = { compared, differences: differences.length };
  return { found: counts, isSound: differences.length === 0, result };
}

/**
 * Compares the issuers' captures and refunds with those posted here, in both directions. Differences open an alert; the
 * result for the issuer of new cards is stored as a check for the Health page. A background job. Source:
 * docs/decisions/0068-messages-of-issuers.md
 */
export async function reconcilePostings(): Promise<{ compared: number; differences: number }> {
  const [current, ...former] = sendingIssuers();
  if (!current) return { compared: 0, differences: 0 };
  const counts = await runCheck("card_postings", null, () => compareAndReport(current));
  for (const issuer of former) await compareAndReport(issuer);
  return counts;
}

import { openAlert } from "@/lib/alerts/open-alert";
import { askEach } from "@/lib/chain/read/ask-each";
import { now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";
import { findUse, searchEndMs } from "./find-use";
import { readAlone } from "./read-alone";
import { readIsUsed, readStateBlock } from "./read-state";
import type { SendRun } from "./run";
import { findRefunded } from "./store";

/**
 * Limits for the interval and the number of newest payouts: each costs a request, and the check should never find
 * anything.
 */
const EVERY_MS = 60_000;
const NEWEST = 20;

const lookedAtMs = perProcess("refundChecks", () => new Map<string, number>());

/**
 * Opens an alert when the token has executed an authorization that was given up and refunded. The safeguards of
 * `expireAuthorizations` then failed, because of a lying node or wrong clocks. Source: threat 8.
 */
export async function checkRefunds({ network, payoutToken }: SendRun): Promise<void> {
  const { chain } = network;
  const atMs = now().getTime();
  if (!payoutToken || atMs - (lookedAtMs.get(chain) ?? 0) < EVERY_MS) return;
  const refunded = await findRefunded(chain, NEWEST);
  if (refunded.length > 0) {
    const head = await readStateBlock(network, "latest");
    const used = await askEach(refunded, (each) => readIsUsed(network, each, head.hash));
    const until = { upTo: head, endMs: searchEndMs() };
    for (const each of refunded.filter((_, index) => used[index])) {
      // The alert opens without the transaction as well.
      const usedBy = await readAlone(network, [each.id], () => findUse(network, each, until));
      const text = `${each.id} was refunded, but its payment was executed on ${chain}${usedBy ? ` in transaction ${usedBy}` : ""}: the partner was paid twice.`;
      await openAlert({ kind: "refunded_and_paid", subject: each.id, text });
    }
  }
  lookedAtMs.set(chain, atMs);
}

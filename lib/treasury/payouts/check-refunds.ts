import { LRUCache } from "lru-cache";
import type { Hex } from "viem";
import { openAlert } from "@/lib/alerts/open-alert";
import { askEach } from "@/lib/chain/read/ask-each";
import { isWithin, now } from "@/lib/kernel/clock";
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
const MAX_REMEMBERED = 100;

const lookedAtMs = perProcess("refundChecks", () => new Map<string, number>());

/** By withdrawal: the transaction that was found. A later search would begin anew, and not come to it within its time. */
const usedIn = () =>
  perProcess("usesOfRefunded", () => new LRUCache<string, Hex>({ max: MAX_REMEMBERED }));

/**
 * Opens an alert when the token has executed an authorization that was given up and refunded. The safeguards of
 * `expireAuthorizations` then failed, because of a lying node or wrong clocks. Source: threat 8.
 */
export async function checkRefunds({ network, payoutToken }: SendRun): Promise<void> {
  const { chain } = network;
  const atMs = now().getTime();
  if (!payoutToken || isWithin(EVERY_MS, lookedAtMs.get(chain) ?? 0)) return;
  const refunded = await findRefunded(chain, NEWEST);
  if (refunded.length > 0) {
    const head = await readStateBlock(network, "latest");
    const used = await askEach(refunded, (each) => readIsUsed(network, each, head.hash));
    const until = { upTo: head, endMs: searchEndMs() };
    for (const each of refunded.filter((_, index) => used[index])) {
      // The alert opens without the transaction as well, and has it once a search came to it.
      const usedBy =
        usedIn().get(each.id) ??
        (await readAlone(network, [each.id], () => findUse(network, each, until)));
      if (usedBy) usedIn().set(each.id, usedBy);
      const text = `${each.id} was refunded, but its payment was executed on ${chain}${usedBy ? ` in transaction ${usedBy}` : ""}: the partner was paid twice.`;
      await openAlert({ kind: "refunded_and_paid", subject: each.id, text });
    }
  }
  lookedAtMs.set(chain, atMs);
}

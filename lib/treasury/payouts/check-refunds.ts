import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";
import { findUse } from "./find-use";
import { inChunks } from "./in-chunks";
import { readIsUsed, readStateBlock } from "./read-state";
import type { SendRun } from "./run";
import { findRefunded } from "./store";

/** So often, and so many, the newest first: it costs a request for each, and should never find anything. */
const EVERY_MS = 60_000;
const NEWEST = 20;

const lookedAtMs = perProcess("refundChecks", () => new Map<string, number>());

/**
 * Tells by an alert when the token has carried out what was given up and refunded: then what is held against that
 * (`expireAuthorizations`) has failed, by a node that lied or by clocks that were wrong. Source: threat 8.
 */
export async function checkRefunds({ network, payoutToken }: SendRun): Promise<void> {
  const { chain } = network;
  const atMs = now().getTime();
  if (!payoutToken || atMs - (lookedAtMs.get(chain) ?? 0) < EVERY_MS) return;
  const refunded = await findRefunded(chain, NEWEST);
  if (refunded.length > 0) {
    const head = await readStateBlock(network, "latest");
    const used = await inChunks(refunded, (each) => readIsUsed(network, each, head.hash));
    for (const each of refunded.filter((_, index) => used[index])) {
      const usedBy = await findUse(network, each, head);
      const text = `${each.id} was refunded, but its payment was executed on ${chain}${usedBy ? ` in transaction ${usedBy}` : ""}: the partner was paid twice. Agree with the partner on the return, then close the alert.`;
      await openAlert({ kind: "refunded_and_paid", subject: each.id, text });
    }
  }
  lookedAtMs.set(chain, atMs);
}

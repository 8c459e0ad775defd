import { askEach } from "@/lib/chain/read/ask-each";
import { conclude } from "./conclude";
import { findUse } from "./find-use";
import { readIsUsed } from "./read-state";
import type { ChainView, OpenPayouts, SendRun } from "./run";

/**
 * Records the result of signed authorizations that the token has executed as of the confirmed block, though no stored
 * transaction carries them: somebody else submitted them, or a restored database has lost their transaction.
 */
export async function concludeUsed(
  run: SendRun,
  { confirmed }: ChainView,
  { slots, authorizations }: OpenPayouts,
): Promise<void> {
  if (!confirmed) return;
  const carried = new Set(
    slots.flatMap(({ transactions }) => transactions.map(({ purposeId }) => purposeId)),
  );
  const bare = authorizations.filter(({ id, state }) => state === "open" && !carried.has(id));
  const used = await askEach(bare, (each) => readIsUsed(run.network, each, confirmed.hash));
  for (const each of bare.filter((_, index) => used[index])) {
    const usedBy = await findUse(run.network, each, confirmed);
    if (usedBy) await conclude(run, each, { paidBy: usedBy });
  }
}

import { askEach } from "@/lib/chain/read/ask-each";
import { conclude } from "./conclude";
import { findUse, searchEndMs } from "./find-use";
import { readAlone } from "./read-alone";
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
  const { network } = run;
  const used = await askEach(bare, (each) =>
    readAlone(network, [each.id], () => readIsUsed(network, each, confirmed.hash)),
  );
  const until = { upTo: confirmed, endMs: searchEndMs() };
  for (const each of bare.filter((_, index) => used[index])) {
    const usedBy = await readAlone(network, [each.id], () => findUse(network, each, until));
    if (usedBy) await conclude(run, each, { paidBy: usedBy });
  }
}

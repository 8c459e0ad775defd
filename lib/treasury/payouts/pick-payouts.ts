import { formatUsd } from "@/lib/kernel/money";
import type { WaitingPayout } from "./authorization";
import { readTokenBalance } from "./read-state";
import { recentRefusals } from "./refusals";
import { type ChainView, isUnmined, type OpenPayouts, type SendRun } from "./run";
import { setAlert } from "./set-alert";
import { findWaiting } from "./store";

interface Open extends OpenPayouts {
  /** Those whose nonce went to something else: they are still to be paid. */
  freed: ReadonlySet<string>;
}

/** What is signed for and not in a block yet: it is still to leave the treasury. */
function owedMicroUsd(view: ChainView, { slots, authorizations, freed }: Open): bigint {
  const mined = new Set(
    slots
      .filter((slot) => !isUnmined(view, slot))
      .flatMap(({ transactions }) => transactions.map(({ purposeId }) => purposeId)),
  );
  return authorizations
    .filter(({ purpose, state }) => purpose === "payout" && state === "open")
    .filter(({ id }) => freed.has(id) || !mined.has(id))
    .reduce((sum, { amountMicroUsd }) => sum + amountMicroUsd, 0n);
}

/**
 * Approved withdrawals to sign for now, the oldest approval first, as many as the treasury covers beside what is signed
 * already. One that it does not cover waits, and those behind it that it covers go. An alert tells when it does not cover
 * all that wait.
 */
export async function pickPayouts(
  { network, keys, payoutToken }: SendRun,
  view: ChainView,
  open: Open,
  limit: number,
): Promise<WaitingPayout[]> {
  if (!keys || !payoutToken) return [];
  const { chain } = network;
  const { waiting } = open;
  if (waiting.count === 0n) {
    await setAlert("treasury_short", chain, undefined);
    await setAlert("token_refuses", chain, undefined);
    return [];
  }
  const { treasury } = keys;
  const held = await readTokenBalance(network, payoutToken.address, treasury, view.head.hash);
  let left = held - owedMicroUsd(view, open);
  const lacking = waiting.netMicroUsd - left;
  const text = `The treasury ${treasury} on ${chain} lacks ${formatUsd(lacking)} ${payoutToken.token.toUpperCase()} for approved withdrawals. Sweep the deposit addresses (CHAIN_SWEEP_MIN_USD), or fund the treasury (docs/treasury.md). Withdrawals that are covered are sent.`;
  await setAlert("treasury_short", chain, lacking > 0n ? text : undefined);
  if (limit <= 0 || left <= 0n) return [];
  const found = await findWaiting({ atMostMicroUsd: left, except: recentRefusals(), limit });
  return found.filter(({ netMicroUsd }) => {
    if (netMicroUsd > left) return false;
    left -= netMicroUsd;
    return true;
  });
}

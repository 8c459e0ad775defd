import { sumOf } from "@/lib/kernel/bigint";
import { formatUsd } from "@/lib/kernel/money";
import type { WaitingPayout } from "./authorization";
import { readTokenBalance } from "./read-state";
import { refusedTransfers } from "./refusals";
import { type ChainView, isUnmined, type OpenPayouts, type SendRun } from "./run";
import { setAlert } from "./set-alert";
import { findWaiting } from "./store";

interface Open extends OpenPayouts {
  /** Authorizations whose nonce was used by another transaction, so that they are still unpaid. */
  freed: ReadonlySet<string>;
}

/** Sums the signed payouts that are not in a block yet and will still leave the treasury. */
function owedMicroUsd(view: ChainView, { slots, authorizations, freed }: Open): bigint {
  const mined = new Set(
    slots
      .filter((slot) => !isUnmined(view, slot))
      .flatMap(({ transactions }) => transactions.map(({ purposeId }) => purposeId)),
  );
  const open = authorizations
    .filter(({ purpose, state }) => purpose === "payout" && state === "open")
    .filter(({ id }) => freed.has(id) || !mined.has(id));
  return sumOf(open.map(({ amountMicroUsd }) => amountMicroUsd));
}

/**
 * Selects approved withdrawals to sign, oldest approval first and refused ones last, as far as the treasury covers them
 * beside those already signed. A withdrawal that is not covered waits, and later ones that are covered go ahead. Opens an
 * alert when the treasury does not cover all waiting withdrawals.
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
  const text = `The treasury ${treasury} on ${chain} lacks ${formatUsd(lacking)} ${payoutToken.token.toUpperCase()} for approved withdrawals. Withdrawals that are covered are sent.`;
  await setAlert("treasury_short", chain, lacking > 0n ? text : undefined);
  if (limit <= 0 || left <= 0n) return [];
  const refused = { except: refusedTransfers.recent(), last: refusedTransfers.known() };
  const found = await findWaiting({ atMostMicroUsd: left, ...refused, limit });
  return found.filter(({ netMicroUsd }) => {
    if (netMicroUsd > left) return false;
    left -= netMicroUsd;
    return true;
  });
}

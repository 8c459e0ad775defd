import type { Token } from "@/lib/chain/networks";
import { larger, sumOf } from "@/lib/kernel/bigint";
import { formatUsd } from "@/lib/kernel/money";
import type { AuthorizationPurpose } from "@/lib/treasury/payouts/authorization";
import { readTokenBalance } from "@/lib/treasury/payouts/read-state";
import { setAlert } from "@/lib/treasury/payouts/set-alert";
import type { SweepRun } from "./run";
import { sumDemand } from "./store";

/** What withdrawals need of a token and what the treasury has for them, in micro-USD. */
export interface Supply {
  /** For approved withdrawals that are not paid. */
  approvedMicroUsd: bigint;
  pendingMicroUsd: bigint;
  /** The treasury's balance, and the sweeps that are under way to it. */
  heldMicroUsd: bigint;
}

/** Reads the need and the supply of the token of withdrawals. */
export async function readSupply(
  { network, treasury, confirmed, open }: SweepRun,
  { address }: Token,
): Promise<Supply> {
  const ofToken = open.filter((each) => each.tokenAddress.toLowerCase() === address.toLowerCase());
  const underWay = (purpose: AuthorizationPurpose) =>
    sumOf(
      ofToken
        .filter((each) => each.purpose === purpose)
        .map(({ amountMicroUsd }) => amountMicroUsd),
    );
  const { pendingMicroUsd, unsignedMicroUsd } = await sumDemand();
  const held = await readTokenBalance(network, address, treasury, confirmed.hash);
  return {
    approvedMicroUsd: unsignedMicroUsd + underWay("payout"),
    pendingMicroUsd,
    heldMicroUsd: held + underWay("sweep"),
  };
}

/** The amount that the treasury lacks for approved withdrawals, in micro-USD; 0 when it has enough. */
export const shortOf = ({ approvedMicroUsd, heldMicroUsd }: Supply): bigint =>
  larger(approvedMicroUsd - heldMicroUsd, 0n);

/**
 * Opens an alert when pending and approved withdrawals exceed the treasury's balance after a sweep of all deposit addresses
 * that can be swept.
 */
export async function raiseShortageAlert(
  { network: { chain }, treasury }: SweepRun,
  { token }: Token,
  { approvedMicroUsd, pendingMicroUsd, heldMicroUsd }: Supply,
  unsweptMicroUsd: bigint,
): Promise<void> {
  const needed = approvedMicroUsd + pendingMicroUsd;
  const lacking = needed - heldMicroUsd - unsweptMicroUsd;
  const text = `Approved and pending withdrawals sum to ${formatUsd(needed)} ${token.toUpperCase()}: ${formatUsd(lacking)} more than the treasury ${treasury} and all deposit addresses on ${chain} that can be swept have.`;
  await setAlert("treasury_short", `${chain}:${token}`, lacking > 0n ? text : undefined);
}

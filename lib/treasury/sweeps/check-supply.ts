import type { Token } from "@/lib/chain/networks";
import { formatUsd } from "@/lib/kernel/money";
import type { AuthorizationPurpose } from "@/lib/treasury/payouts/authorization";
import { readTokenBalance } from "@/lib/treasury/payouts/read-state";
import { setAlert } from "@/lib/treasury/payouts/set-alert";
import type { SweepRun } from "./run";
import { sumDemand } from "./store";

/**
 * Returns the amount that the treasury lacks for approved withdrawals, in micro-USD; 0 when it has enough. Opens an
 * alert when pending and approved withdrawals exceed the treasury's balance after a sweep of all deposit addresses that can
 * be swept.
 */
export async function checkSupply(
  { network, treasury, confirmed, open }: SweepRun,
  { token, address }: Token,
  unsweptMicroUsd: bigint,
): Promise<bigint> {
  const ofToken = open.filter((each) => each.tokenAddress.toLowerCase() === address.toLowerCase());
  const underWay = (purpose: AuthorizationPurpose) =>
    ofToken
      .filter((each) => each.purpose === purpose)
      .reduce((sum, { amountMicroUsd }) => sum + amountMicroUsd, 0n);
  const { pendingMicroUsd, unsignedMicroUsd } = await sumDemand();
  const approved = unsignedMicroUsd + underWay("payout");
  const held = await readTokenBalance(network, address, treasury, confirmed.hash);
  const supply = held + underWay("sweep");
  const lacking = approved + pendingMicroUsd - supply - unsweptMicroUsd;
  const { chain } = network;
  const text = `Approved and pending withdrawals sum to ${formatUsd(approved + pendingMicroUsd)} ${token.toUpperCase()}: ${formatUsd(lacking)} more than the treasury ${treasury} and all deposit addresses on ${chain} that can be swept have.`;
  await setAlert("treasury_short", `${chain}:${token}`, lacking > 0n ? text : undefined);
  return approved > supply ? approved - supply : 0n;
}

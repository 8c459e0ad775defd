import { formatEther } from "viem";
import { env } from "@/lib/kernel/env";
import { transferCostWei } from "@/lib/treasury/payouts/check-gas";
import { readPostingFee } from "@/lib/treasury/payouts/posting-fee";
import { readGasBalance, readPriorityFee } from "@/lib/treasury/payouts/read-state";
import { setAlert } from "@/lib/treasury/payouts/set-alert";
import type { SweepRun } from "./run";

/**
 * Opens an alert when the relayer's coin does not cover CHAIN_GAS_FLOOR_TRANSFERS transfers at current prices. Closes it where no coin
 * is needed, because neither sweeps nor payouts are sent or wait to be sent.
 */
export async function checkGasFloor(
  { network, relayer, head }: SweepRun,
  { isNeeded }: { isNeeded: boolean },
): Promise<void> {
  const { chain } = network;
  const subject = `${chain}:relayer`;
  if (!isNeeded) return setAlert("gas_low", subject, undefined);
  const balanceWei = await readGasBalance(network, relayer, head.hash);
  const feeWei = head.baseFeePerGasWei + (await readPriorityFee(network));
  const postingFeeWei = await readPostingFee(network, head.hash);
  const floor = env().CHAIN_GAS_FLOOR_TRANSFERS;
  const floorWei = transferCostWei(feeWei, postingFeeWei) * BigInt(floor);
  const text = `The relayer ${relayer} on ${chain} has less of the chain's coin than ${floor} transfers cost now (about ${formatEther(floorWei)}).`;
  await setAlert("gas_low", subject, balanceWei < floorWei ? text : undefined);
}

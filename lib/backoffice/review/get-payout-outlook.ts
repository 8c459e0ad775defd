import { formatEther } from "viem";
import { findToken } from "@/lib/chain/find-token";
import { currentKeyAddresses } from "@/lib/chain/keys/key-addresses";
import type { Network } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { askNode } from "@/lib/chain/read/ask-node";
import { data } from "@/lib/chain/read/reply-fields";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import { usdFromMicroUsd as usd } from "@/lib/kernel/money";
import { withDeadline } from "@/lib/kernel/with-deadline";
import { transferCostWei } from "@/lib/treasury/payouts/check-gas";
import { readPostingFee } from "@/lib/treasury/payouts/posting-fee";
import {
  readGasBalance,
  readPriorityFee,
  readStateBlock,
  readTokenBalance,
} from "@/lib/treasury/payouts/read-state";
import { findWithdrawal } from "../find-withdrawal";
import type { AdminWithdrawalRow } from "../store";
import type { getPayoutOutlookContract } from "./contract";

const DEADLINE_MS = 3_000;

/** Returns the node's answer, or undefined after the deadline, so that a slow node does not delay a decision. */
async function inTime<T>(what: string, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await withDeadline(answer, DEADLINE_MS, () => undefined);
  } catch (error) {
    log().warn({ what, failure: errorFields(error) }, "payout outlook not read");
    return undefined;
  }
}

async function readRecipient(network: Network, toAddress: string) {
  const code = await askNode(network, data, "eth_getCode", [toAddress, "latest"]);
  return code === "0x" ? ("account" as const) : ("contract" as const);
}

async function readReserves(network: Network, { amountMicroUsd, feeMicroUsd }: AdminWithdrawalRow) {
  const keys = await currentKeyAddresses();
  const token = findToken(network, "usdc");
  if (!keys || !token) return undefined;
  const head = await readStateBlock(network, "latest");
  const [treasury, gasWei, tipWei, postingFeeWei] = await Promise.all([
    readTokenBalance(network, token.address, keys.treasury, head.hash),
    readGasBalance(network, keys.relayer, head.hash),
    readPriorityFee(network),
    readPostingFee(network, head.hash),
  ]);
  const costWei = transferCostWei(2n * head.baseFeePerGasWei + tipWei, 2n * postingFeeWei);
  const transfers = Number(gasWei / costWei);
  const netMicroUsd = amountMicroUsd - feeMicroUsd;
  return {
    treasury: { before: usd(treasury), after: usd(treasury - netMicroUsd) },
    gas: { balance: formatEther(gasWei), transfersAfter: transfers - 1 },
  };
}

/**
 * Returns the kind of the recipient's address, and the balances of the treasury and the relayer after the payout. The
 * node is called outside of any transaction and for a few seconds at most.
 */
export const getPayoutOutlook: AdminUseCase<typeof getPayoutOutlookContract> = async ({
  input,
}) => {
  const withdrawal = await findWithdrawal(input.params.id);
  const network = payoutNetwork(env().SERVICE_ENVIRONMENT);
  const [recipient, reserves] = await Promise.all([
    inTime("recipient", readRecipient(network, withdrawal.toAddress)),
    inTime("reserves", readReserves(network, withdrawal)),
  ]);
  const isWhole = recipient !== undefined && reserves !== undefined;
  return {
    recipient: recipient ?? "unknown",
    ...reserves,
    ...(isWhole
      ? {}
      : {
          fault: `The node of ${network.chain} did not respond in time or is not configured.`,
        }),
  };
};

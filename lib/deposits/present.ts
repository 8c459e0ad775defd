import { getAddress } from "viem";
import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { findNetwork } from "@/lib/chain/find-network";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { DepositRow } from "./store";

const HELD_INSTRUCTION =
  "This deposit was sent to the address of a terminated card and is held. Contact support to have it credited to your wallet.";

/**
 * The confirmations of a deposit. A booked deposit has at least the required number, whatever head the node reports.
 */
function confirmationsFor(row: DepositRow, required: number): number {
  const { status, headNumber, blockNumber } = row;
  const known = headNumber !== null && blockNumber !== null;
  const counted = known ? Math.max(0, Number(headNumber - blockNumber) + 1) : 0;
  return status === "confirming" ? Math.min(counted, required) : Math.max(counted, required);
}

/** Converts a row to the API format. */
export function presentDeposit(row: DepositRow) {
  const environment = env().SERVICE_ENVIRONMENT;
  const network = findNetwork(environment, row.chain);
  const requiredConfirmations = network ? confirmationsOf(network) : 0;
  const url = explorerUrl(environment, row.chain, row.txHash);
  return {
    id: row.id,
    status: row.status,
    ...(row.status === "held" ? { instruction: HELD_INSTRUCTION } : {}),
    chain: row.chain,
    token: row.token,
    amount: usdFromMicroUsd(row.amountMicroUsd),
    txHash: row.txHash,
    ordinal: row.ordinal,
    ...(url === undefined ? {} : { explorerUrl: url }),
    fromAddress: row.fromAddress,
    toAddress: getAddress(row.toAddress),
    ...(row.cardId === null ? {} : { serviceCardId: row.cardId }),
    confirmations: confirmationsFor(row, requiredConfirmations),
    requiredConfirmations,
    createdAt: row.createdAt.toISOString(),
  };
}

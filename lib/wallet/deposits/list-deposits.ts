import { getAddress } from "viem";
import type { z } from "zod";
import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { findNetwork } from "@/lib/chain/find-network";
import { env } from "@/lib/env";
import type { UseCase } from "@/lib/http/partner-route";
import { usdFromMicroUsd } from "@/lib/money";
import { paginationOf } from "@/lib/page";
import type { depositSchema, listDepositsContract } from "./contract";
import { type DepositRow, listDeposits as findDeposits } from "./store";

/** Of a credited deposit at least those that were asked for, whatever the node's head is now. */
function confirmationsFor({ status, headNumber, blockNumber }: DepositRow, required: number) {
  const known = headNumber !== null && blockNumber !== null;
  const counted = known ? Math.max(0, Number(headNumber - blockNumber) + 1) : 0;
  return status === "credited" ? Math.max(counted, required) : Math.min(counted, required);
}

function presentDeposit(row: DepositRow): z.input<typeof depositSchema> {
  const environment = env().SERVICE_ENVIRONMENT;
  const network = findNetwork(environment, row.chain);
  const requiredConfirmations = network ? confirmationsOf(network) : 0;
  const url = explorerUrl(environment, row.chain, row.txHash);
  return {
    id: row.id,
    status: row.status,
    chain: row.chain,
    token: row.token,
    amount: usdFromMicroUsd(row.amountMicroUsd),
    txHash: row.txHash,
    ...(url === undefined ? {} : { explorerUrl: url }),
    fromAddress: row.fromAddress,
    toAddress: getAddress(row.toAddress),
    ...(row.cardId === null ? {} : { serviceCardId: row.cardId }),
    confirmations: confirmationsFor(row, requiredConfirmations),
    requiredConfirmations,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The partner's deposits, those that wait for confirmations among them. */
export const listDeposits: UseCase<typeof listDepositsContract> = async ({ partner, input }) => {
  const { rows, total } = await findDeposits(partner.id, input.query);
  return { deposits: rows.map(presentDeposit), pagination: paginationOf(input.query, total) };
};

import { getAddress } from "viem";
import type { z } from "zod";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { heldDepositSchema } from "./schema";
import type { HeldDepositRow, ReleaseRow } from "./store";

type HeldDeposit = z.input<typeof heldDepositSchema>;

/** A user is deleted only after the cards are terminated. A deposit received in between is held because of the card. */
function gone({ id, receivedAt, terminatedAt, deletedAt }: HeldDepositRow) {
  if (deletedAt && (deletedAt <= receivedAt || !terminatedAt))
    return { heldFor: "user_deleted", goneAt: deletedAt.toISOString() } as const;
  if (!terminatedAt) throw new Error(`${id} is held for a card that is there`);
  return { heldFor: "card_terminated", goneAt: terminatedAt.toISOString() } as const;
}

function presentRelease({ walletTransactionId, at, ...release }: ReleaseRow) {
  return {
    ...release,
    at: new Date(at).toISOString(),
    serviceTransactionId: walletTransactionId,
  };
}

/** Converts a row to the API format. */
export function presentHeldDeposit(row: HeldDepositRow): HeldDeposit {
  const url = explorerUrl(env().SERVICE_ENVIRONMENT, row.chain, row.txHash);
  return {
    depositId: row.id,
    state: row.release ? "credited" : "held",
    ...gone(row),
    amount: usdFromMicroUsd(row.amountMicroUsd),
    chain: row.chain,
    token: row.token,
    txHash: row.txHash,
    ...(url !== undefined && { explorerUrl: url }),
    isOnChain: !row.isOrphaned,
    fromAddress: row.fromAddress,
    toAddress: getAddress(row.toAddress),
    partnerId: row.partnerId,
    partnerName: row.partnerName,
    serviceCardId: row.cardId,
    last4: row.last4,
    serviceId: row.userId,
    receivedAt: row.receivedAt.toISOString(),
    ...(row.release && { release: presentRelease(row.release) }),
  };
}

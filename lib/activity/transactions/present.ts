import { getAddress } from "viem";
import type { z } from "zod";
import { presentCardTransaction } from "@/lib/cards/present";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { presentWalletTransaction } from "@/lib/wallet/present";
import { presentWithdrawal } from "@/lib/withdrawals/present";
import type { WithdrawalRow } from "@/lib/withdrawals/store";
import { presentNetworkFacts } from "./network-facts";
import type { OwnedTransactionRow } from "./owned-transactions";
import type { ownedTransactionSchema, transactionSchema } from "./schema";
import type {
  CardTransactionDetail,
  DepositSource,
  Owner,
  RelatedRow,
  WalletTransactionDetail,
} from "./store";

type Detail = z.input<typeof transactionSchema>;
type CardDetail = Extract<Detail, { kind: "card" }>;
type WalletDetail = Extract<Detail, { kind: "wallet" }>;

function presentRelated({ amountMicroUsd, createdAt, ...row }: RelatedRow) {
  return { ...row, amount: usdFromMicroUsd(amountMicroUsd), createdAt: createdAt.toISOString() };
}

/** The transaction on the chain, with its block explorer address. */
function onChain(chain: string, txHash: string) {
  const url = explorerUrl(env().SERVICE_ENVIRONMENT, chain, txHash);
  return { txHash, ...(url === undefined ? {} : { explorerUrl: url }) };
}

function presentUser(row: Owner) {
  if (row.userId === null) return undefined;
  const isDeleted = row.isUserDeleted === true;
  return { serviceId: row.userId, name: isDeleted ? "" : (row.userName ?? ""), isDeleted };
}

function presentCard(row: Owner & { cardId: string | null }) {
  const { cardId, last4, cardStatus } = row;
  if (cardId === null || last4 === null || cardStatus === null) return undefined;
  return { serviceCardId: cardId, last4, status: cardStatus };
}

/** What the merchant collected of a purchase. The row of a purchase has what is held and what was collected. */
function collectedMicroUsd({
  category,
  status,
  amountMicroUsd,
  heldMicroUsd,
}: CardTransactionDetail) {
  const isPosted = status === "authorized" || status === "settled";
  return category === "authorization" && isPosted ? amountMicroUsd - heldMicroUsd : 0n;
}

/** The card and the user of a card transaction, which always has both. */
function presentOwner(row: Owner & { id: string; cardId: string | null }) {
  const card = presentCard(row);
  const user = presentUser(row);
  if (!card || !user) throw new Error(`${row.id} has no card or no user`);
  return { card, user };
}

/** Converts a row to its entry in the list. */
export function presentOwnedTransaction(
  row: OwnedTransactionRow,
): z.input<typeof ownedTransactionSchema> {
  return {
    ...presentCardTransaction(row),
    category: row.category,
    fxFee: usdFromMicroUsd(row.fxFeeMicroUsd),
    ...presentOwner(row),
  };
}

/** Converts a row to its response. */
export function presentCardDetail(row: CardTransactionDetail, related: RelatedRow[]): CardDetail {
  return {
    kind: "card",
    ...presentCardTransaction(row),
    category: row.category,
    fxFee: usdFromMicroUsd(row.fxFeeMicroUsd),
    held: usdFromMicroUsd(row.heldMicroUsd),
    collected: usdFromMicroUsd(collectedMicroUsd(row)),
    refunded: usdFromMicroUsd(row.refundedMicroUsd),
    network: presentNetworkFacts(row),
    ...(row.reference === null ? {} : { reference: row.reference }),
    ...presentOwner(row),
    related: related.map(presentRelated),
  };
}

/** Converts a row to its response. */
function presentDeposit({ chain, txHash, toAddress, ...row }: DepositSource) {
  return { ...row, chain, toAddress: getAddress(toAddress), ...onChain(chain, txHash) };
}

/** Converts a row to its response. */
function presentWithdrawalOf(row: WithdrawalRow) {
  const { id, status, toAddress, fee, netAmount } = presentWithdrawal(row);
  const { chain } = payoutNetwork(env().SERVICE_ENVIRONMENT);
  const paid = row.txHash === null ? {} : onChain(chain, row.txHash);
  return { id, status, toAddress, fee, netAmount, ...paid };
}

interface WalletSources {
  related: RelatedRow[];
  deposit?: DepositSource | undefined;
  withdrawal?: WithdrawalRow | undefined;
}

/** Converts a row to its response. */
export function presentWalletDetail(
  row: WalletTransactionDetail,
  { related, deposit, withdrawal }: WalletSources,
): WalletDetail {
  const card = presentCard(row);
  const user = presentUser(row);
  return {
    kind: "wallet",
    ...presentWalletTransaction(row),
    ...(card && { card }),
    ...(user && { user }),
    ...(deposit && { deposit: presentDeposit(deposit) }),
    ...(withdrawal && { withdrawal: presentWithdrawalOf(withdrawal) }),
    related: related.map(presentRelated),
  };
}

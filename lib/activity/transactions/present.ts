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
import type { transactionSchema } from "./schema";
import type {
  CardTransactionDetail,
  DepositSource,
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

function presentUser(row: CardTransactionDetail | WalletTransactionDetail) {
  if (row.userId === null) return undefined;
  const isDeleted = row.isUserDeleted === true;
  return { serviceId: row.userId, name: isDeleted ? "" : (row.userName ?? ""), isDeleted };
}

function presentCard(row: CardTransactionDetail | WalletTransactionDetail) {
  const { cardId, last4, cardStatus } = row;
  if (cardId === null || last4 === null || cardStatus === null) return undefined;
  return { serviceCardId: cardId, last4, status: cardStatus };
}

/** Converts a row to its response. */
export function presentCardDetail(row: CardTransactionDetail, related: RelatedRow[]): CardDetail {
  const card = presentCard(row);
  const user = presentUser(row);
  if (!card || !user) throw new Error(`${row.id} has no card or no user`);
  return {
    kind: "card",
    ...presentCardTransaction(row),
    category: row.category,
    fxFee: usdFromMicroUsd(row.fxFeeMicroUsd),
    held: usdFromMicroUsd(row.heldMicroUsd),
    refunded: usdFromMicroUsd(row.refundedMicroUsd),
    ...(row.reference === null ? {} : { reference: row.reference }),
    card,
    user,
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

import type { PersonUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findWithdrawal } from "@/lib/withdrawals/store";
import type { getTransactionContract } from "./contract";
import { presentCardDetail, presentWalletDetail } from "./present";
import {
  findCardTransaction,
  findDepositOf,
  findRelatedToCard,
  findRelatedToWallet,
  findReleasedDeposit,
  findWalletTransactionDetail,
  type WalletTransactionDetail,
} from "./store";

const OF_WITHDRAWALS = ["withdrawal", "withdrawal_refund"];

async function withdrawalOf(partnerId: string, { category, sourceId }: WalletTransactionDetail) {
  if (!OF_WITHDRAWALS.includes(category)) return undefined;
  const found = await findWithdrawal(partnerId, sourceId);
  return found === "foreign" ? undefined : found;
}

function depositOf(partnerId: string, { category, sourceId }: WalletTransactionDetail) {
  if (category === "deposit") return findDepositOf(partnerId, sourceId);
  return category === "deposit_release" ? findReleasedDeposit(partnerId, sourceId) : undefined;
}

/** Returns the details of a transaction, of a card or of the wallet, by its id. */
export const getTransaction: PersonUseCase<typeof getTransactionContract> = async ({
  partner,
  input,
}) => {
  const id = input.params.transactionId;
  if (!isId("txn", id)) throw new ServiceError("TRANSACTION_NOT_FOUND");
  const [onCard, inWallet] = await Promise.all([
    findCardTransaction(partner.id, id),
    findWalletTransactionDetail(partner.id, id),
  ]);
  if (onCard) return presentCardDetail(onCard, await findRelatedToCard(partner.id, onCard));
  if (!inWallet) throw new ServiceError("TRANSACTION_NOT_FOUND");
  const [related, deposit, withdrawal] = await Promise.all([
    findRelatedToWallet(partner.id, inWallet),
    depositOf(partner.id, inWallet),
    withdrawalOf(partner.id, inWallet),
  ]);
  return presentWalletDetail(inWallet, { related, deposit, withdrawal });
};

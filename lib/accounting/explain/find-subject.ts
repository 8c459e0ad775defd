import {
  findCardTransaction,
  findWalletTransactionDetail,
} from "@/lib/activity/transactions/store";
import { isId } from "@/lib/kernel/ids";
import { findWithdrawal } from "@/lib/withdrawals/store";
import { ofCard, ofWallet } from "./of-balance";
import { ofCardTransaction } from "./of-card-transaction";
import { ofDeposit } from "./of-deposit";
import { ofWalletTransaction } from "./of-wallet-transaction";
import { ofWithdrawal } from "./of-withdrawal";
import type { Subject } from "./subject";

async function ofTransaction(partnerId: string, id: string): Promise<Subject | undefined> {
  const [onCard, inWallet] = await Promise.all([
    findCardTransaction(partnerId, id),
    findWalletTransactionDetail(partnerId, id),
  ]);
  if (onCard) return ofCardTransaction(partnerId, onCard);
  return inWallet && ofWalletTransaction(partnerId, inWallet);
}

/** Finds the partner's resource with an id. Returns undefined when there is none. */
export async function findSubject(partnerId: string, id: string): Promise<Subject | undefined> {
  if (id === "wallet") return ofWallet(partnerId);
  if (isId("txn", id)) return ofTransaction(partnerId, id);
  if (isId("card", id)) return ofCard(partnerId, id);
  if (isId("dep", id)) return ofDeposit(partnerId, id);
  const withdrawal = isId("wd", id) ? await findWithdrawal(partnerId, id) : undefined;
  if (!withdrawal || withdrawal === "foreign") return undefined;
  return ofWithdrawal(partnerId, withdrawal);
}

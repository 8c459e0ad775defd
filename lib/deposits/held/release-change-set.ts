import { depositEventData } from "@/lib/deposits/credit/deposit-event-data";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Decision, depositReleaseJournal } from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { emit } from "@/lib/webhooks/emit";
import type { HeldDepositRow } from "./store";

interface Releaser {
  personId: string;
  personName: string;
  reason: string;
  at: Date;
}

/**
 * Builds the change set that releases a held deposit: suspense −a, the partner's wallet +a, the wallet transaction, the
 * deposit event, and the end of the alert. Source: docs/decisions/0028-held-deposits.md.
 * @throws ServiceError HELD_DEPOSIT_CREDITED when already released; DEPOSIT_NOT_ON_CHAIN after a reorganization removed
 * it.
 */
export function releaseChangeSet(
  deposit: HeldDepositRow,
  { personId, personName, reason, at }: Releaser,
): Decision<HeldDepositRow> {
  if (deposit.release) throw new ServiceError("HELD_DEPOSIT_CREDITED");
  if (deposit.isOrphaned) throw new ServiceError("DEPOSIT_NOT_ON_CHAIN");
  const { id, partnerId, amountMicroUsd, chain, token, toAddress, last4, alertId } = deposit;
  const journal = depositReleaseJournal({ sourceId: id, partnerId }, amountMicroUsd);
  const narration = `Deposit of ${token.toUpperCase()} on ${chain} for the card ending ${last4}, credited after it was held`;
  const listed = { id: newId("txn"), partnerId, narration, createdAt: at };
  const data = depositEventData(deposit, { partnerId, address: toAddress });
  return {
    changeSet: {
      journals: [journal],
      walletTransactions: [walletTransaction(journal, listed)],
      events: [emit({ partnerId, resourceId: id, type: "wallet.deposit.crypto", at, data })],
      insert: {
        deposit_releases: [{ depositId: id, partnerId, personId, reason, createdAt: at }],
      },
      ...(alertId !== null && { update: { alerts: [{ id: alertId, set: { closedAt: at } }] } }),
    },
    result: {
      ...deposit,
      release: {
        personId,
        personName,
        reason,
        at: at.toISOString(),
        walletTransactionId: listed.id,
      },
    },
  };
}

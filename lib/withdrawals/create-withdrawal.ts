import { serviceAddresses } from "@/lib/chain/service-addresses";
import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { currentCredential } from "@/lib/kernel/request-context";
import { decideAndCommit, withdrawalJournal } from "@/lib/ledger";
import { WITHDRAWAL_FEE_MICRO_USD } from "@/lib/partners/fees";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { problemOf } from "@/lib/withdrawals/addresses/find-problem";
import { PROBLEM_TEXTS } from "@/lib/withdrawals/addresses/problem-texts";
import {
  policyRule,
  refuseAboveLimit,
  refuseNotAllowed,
} from "@/lib/withdrawals/policy/refuse-by-policy";
import { findPolicyState } from "@/lib/withdrawals/policy/sql-store";
import { screeningProvider } from "@/lib/withdrawals/screening/screening-provider";
import { screeningRow } from "@/lib/withdrawals/screening/screening-row";
import type { createWithdrawalContract } from "./contract";
import { presentWithdrawal } from "./present";
import {
  findWithdrawalCreationState,
  type WithdrawalCreationState,
  type WithdrawalRow,
} from "./store";

/**
 * Debits the wallet at once; an administrator then decides on the withdrawal. The fee is part of the amount: `amount -
 * 0.50` is sent. Addresses at which money would be lost are refused, and so is what the partner's payout policy
 * does not permit. Above the partner's own amount, together with those of the last 24 hours that needed no second person of the
 * partner, it waits for one.
 * Source: spec: Create Withdrawal; docs/decisions/0090-payout-policy.md, docs/decisions/0106-a-second-person-of-the-partner.md
 */
export const createWithdrawal: UseCase<typeof createWithdrawalContract> = async ({
  partner,
  person,
  input,
  at,
  claim,
}) => {
  const { amount, toAddress } = input.body;
  const keyId = currentKeyId();
  return decideAndCommit(
    async () => {
      const [state, policy, addressesOfService, screening] = await Promise.all([
        findWithdrawalCreationState(partner.id, toAddress, keyId),
        findPolicyState(partner.id, toAddress, at),
        serviceAddresses(),
        screeningProvider()?.screen(toAddress),
      ]);
      return { ...state, policy, addressesOfService, screening };
    },
    async ({
      walletMicroUsd,
      depositAddressOf,
      policy,
      addressesOfService,
      screening,
      ...state
    }) => {
      const wanted = { partnerId: partner.id, toAddress, amountMicroUsd: amount, at };
      const recipient = { partnerId: partner.id, toAddress, depositAddressOf };
      const problem = problemOf(recipient, addressesOfService);
      if (problem) {
        const text = `toAddress must not be ${PROBLEM_TEXTS[problem]}.`;
        throw new ServiceError("VALIDATION_ERROR", { text });
      }
      if (policy) refuseNotAllowed(policy);
      if (walletMicroUsd < amount) throw new ServiceError("INSUFFICIENT_BALANCE");
      if (policy) await refuseAboveLimit(policy, wanted);
      const withdrawal = newWithdrawal({
        partnerId: partner.id,
        amountMicroUsd: amount,
        toAddress,
        createdAt: at,
      });
      const debit = withdrawalJournal({ sourceId: withdrawal.id, partnerId: partner.id }, amount);
      const narration = `Withdrawal to ${toAddress}`;
      return {
        changeSet: {
          claim: claim(undefined, withdrawal.id),
          expect: { payout: policyRule(policy, wanted) },
          insert: {
            withdrawals: [withdrawal],
            ...waitingForPartner(withdrawal, state, person?.id),
            // A hit does not refuse the withdrawal: the partner does not learn of it, and the review decides.
            ...(screening && {
              withdrawal_screenings: [
                screeningRow({ ...withdrawal, withdrawalId: withdrawal.id }, "request", screening),
              ],
            }),
          },
          journals: [debit],
          walletTransactions: [
            walletTransaction(debit, { partnerId: partner.id, narration, createdAt: at }),
          ],
        },
        result: presentWithdrawal(withdrawal),
      };
    },
  );
};

/** The API key of the current request; null for a session. */
function currentKeyId(): string | null {
  const credential = currentCredential();
  return credential && "keyId" in credential ? credential.keyId : null;
}

/**
 * Returns the row with which a withdrawal waits for a second person of the partner, if it needs one. The trigger
 * waits_for_partner checks the same rule under the lock of the wallet's account.
 * Source: docs/decisions/0106-a-second-person-of-the-partner.md
 */
function waitingForPartner(
  { id: withdrawalId, partnerId, amountMicroUsd, createdAt }: WithdrawalRow,
  state: Pick<WithdrawalCreationState, "leftForOneMicroUsd" | "keyMadeBy">,
  personId: string | undefined,
) {
  const { leftForOneMicroUsd: left, keyMadeBy } = state;
  if (left === null || amountMicroUsd <= left) return {};
  const requestedBy = personId ?? keyMadeBy;
  const isByKey = personId === undefined;
  const noApproval = { approvedBy: null, approvedAt: null };
  const row = { withdrawalId, partnerId, requestedBy, isByKey, createdAt, ...noApproval };
  return { partner_approvals: [row] };
}

type Terms = Pick<WithdrawalRow, "partnerId" | "amountMicroUsd" | "toAddress" | "createdAt">;

function newWithdrawal(terms: Terms): WithdrawalRow {
  return {
    ...terms,
    id: newId("wd"),
    feeMicroUsd: WITHDRAWAL_FEE_MICRO_USD,
    status: "pending",
    txHash: null,
    rejectReason: null,
    failureReason: null,
    approvedAt: null,
    completedAt: null,
    cancelledAt: null,
    rejectedAt: null,
    failedAt: null,
    version: 1,
  };
}

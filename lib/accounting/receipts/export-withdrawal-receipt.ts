import { explorerUrl } from "@/lib/chain/explorer-url";
import { networkName } from "@/lib/chain/network-name";
import { payoutNetwork } from "@/lib/chain/payout-network";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { env } from "@/lib/kernel/env";
import { findOwnWithdrawal } from "@/lib/withdrawals/find-withdrawal-of";
import { STATE_WORDS } from "@/lib/withdrawals/state-words";
import type { WithdrawalRow } from "@/lib/withdrawals/store";
import { microUsdText, utcSecond } from "../pdf/format";
import { pdfResponse } from "../pdf/pdf-response";
import type { exportWithdrawalReceiptContract } from "./contract";
import { type Receipt, receiptPdf } from "./receipt-pdf";

const timeText = (time: Date | null) => (time === null ? undefined : utcSecond(time.toISOString()));

function statusOf({ status, completedAt, cancelledAt, rejectedAt, failedAt }: WithdrawalRow) {
  if (status === "completed") return `Completed ${timeText(completedAt)}`;
  const { word } = STATE_WORDS[status];
  if (status === "pending") return `${word}: the payout has not been sent yet`;
  // The transaction may be on the chain already, without the confirmations that complete the withdrawal.
  if (status === "approved") return `${word}: the payout is not confirmed on the chain yet`;
  const endedAt = timeText(cancelledAt ?? rejectedAt ?? failedAt);
  return `${word} ${endedAt}: the amount was returned to the wallet`;
}

/** Returns a withdrawal as a PDF. Source: docs/decisions/0086-receipts.md */
export const exportWithdrawalReceipt: PersonUseCase<
  typeof exportWithdrawalReceiptContract
> = async ({ partner, input, at }) => {
  const row = await findOwnWithdrawal(partner.id, input.params.id);
  const { SERVICE_ENVIRONMENT: environment } = env();
  const { chain } = payoutNetwork(environment);
  const { txHash, amountMicroUsd, feeMicroUsd } = row;
  const isCompleted = row.status === "completed";
  const receipt = {
    title: isCompleted ? "Withdrawal receipt" : "Withdrawal",
    name: partner.name,
    partnerId: partner.id,
    amount: `${microUsdText(amountMicroUsd)} USD`,
    status: statusOf(row),
    facts: [
      ["Requested", timeText(row.createdAt)],
      ["Approved", timeText(row.approvedAt)],
      ["Network fee", `${microUsdText(feeMicroUsd)} USD`],
      [
        isCompleted ? "Received" : "Recipient gets",
        `${microUsdText(amountMicroUsd - feeMicroUsd)} USDC`,
      ],
      ["Network", networkName(chain)],
      ["To", row.toAddress],
      ["Transaction hash", txHash ?? undefined],
      ["Explorer", txHash === null ? undefined : explorerUrl(environment, chain, txHash)],
      ["Withdrawal ID", row.id],
    ],
    isStaging: environment === "staging",
    at,
  } satisfies Receipt;
  return pdfResponse(`withdrawal-${row.id}.pdf`, () => receiptPdf(receipt));
};

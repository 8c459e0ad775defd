import { getAddress } from "viem";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { networkName } from "@/lib/chain/network-name";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { findDepositOf } from "@/lib/deposits/find-deposit-of";
import type { DepositRow } from "@/lib/deposits/store";
import { env } from "@/lib/kernel/env";
import { microUsdText, utcSecond } from "../pdf/format";
import { pdfResponse } from "../pdf/pdf-response";
import type { exportDepositReceiptContract } from "./contract";
import { type Receipt, receiptPdf } from "./receipt-pdf";

function statusOf({ status, cardId, createdAt }: DepositRow): string {
  const owner = cardId === null ? "the wallet" : "the card";
  if (status === "credited") return `Credited to ${owner} ${utcSecond(createdAt.toISOString())}`;
  if (status === "held") return "Held: not credited yet";
  return `Confirming: not credited to ${owner} yet`;
}

/** Returns a deposit as a PDF. Source: docs/decisions/0086-receipts.md */
export const exportDepositReceipt: PersonUseCase<typeof exportDepositReceiptContract> = async ({
  partner,
  input,
  at,
}) => {
  const row = await findDepositOf(partner.id, input.params.depositId);
  const { SERVICE_ENVIRONMENT: environment } = env();
  const receipt = {
    title: row.status === "credited" ? "Deposit receipt" : "Deposit",
    name: partner.name,
    partnerId: partner.id,
    amount: `${microUsdText(row.amountMicroUsd)} USD`,
    status: statusOf(row),
    facts: [
      ["Received", `${microUsdText(row.amountMicroUsd)} ${row.token.toUpperCase()}`],
      ["Network", networkName(row.chain)],
      ["From", row.fromAddress],
      ["To", getAddress(row.toAddress)],
      ["Card", row.cardId ?? undefined],
      ["Transaction hash", row.txHash],
      ["Explorer", explorerUrl(environment, row.chain, row.txHash)],
      ["Wallet transaction", row.walletTransactionId ?? undefined],
      ["Deposit ID", row.status === "confirming" ? undefined : row.id],
    ],
    isStaging: environment === "staging",
    at,
  } satisfies Receipt;
  // The id of a confirming deposit has colons, which some file systems refuse.
  return pdfResponse(`deposit-${row.id.replaceAll(":", "-")}.pdf`, () => receiptPdf(receipt));
};

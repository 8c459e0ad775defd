import type { z } from "zod";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { presentFile } from "./files/present";
import type { disputeSchema } from "./schema";
import type { ListedDispute } from "./store";

/** Converts a dispute to the API format. The issuer's words stay with the operator. */
export function presentDispute(dispute: ListedDispute): z.input<typeof disputeSchema> {
  const { reversalTransactionId, submittedAt, decidedAt } = dispute;
  const { evidenceFileIds: _, ...facts } = dispute.facts;
  return {
    disputeId: dispute.id,
    serviceTransactionId: dispute.transactionId,
    serviceCardId: dispute.cardId,
    last4: dispute.last4,
    merchantName: dispute.merchantName,
    amount: usdFromMicroUsd(dispute.amountMicroUsd),
    currency: "USD",
    reason: dispute.reason,
    explanation: dispute.explanation,
    ...facts,
    evidenceFiles: dispute.files.map(presentFile),
    status: dispute.status,
    creditTransactionId: dispute.creditTransactionId,
    ...(reversalTransactionId !== undefined && { reversalTransactionId }),
    createdAt: dispute.createdAt.toISOString(),
    ...(submittedAt && { submittedAt: submittedAt.toISOString() }),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
  };
}

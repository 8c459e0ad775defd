import { exportPages, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { deadlineOf } from "../deadline";
import { effectOnCard } from "../effect-on-card";
import type { exportAdminDisputesContract } from "./contract";
import { type AdminDisputeRow, listAllDisputes } from "./store";

const COLUMNS: TextColumns<AdminDisputeRow> = {
  dispute: ({ id }) => id,
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  status: ({ status }) => status,
  "needs attention": ({ needsAttention }) => (needsAttention ? "yes" : "no"),
  // The sum of the column is the effect of the disputes on the cards.
  "amount (USD)": (row) => formatUsd(effectOnCard(row)),
  "disputed (USD)": ({ amountMicroUsd }) => formatUsd(amountMicroUsd),
  reason: ({ reason }) => reason,
  merchant: ({ merchantName }) => merchantName,
  transaction: ({ transactionId }) => transactionId,
  card: ({ cardId }) => cardId,
  "card ending": ({ last4 }) => last4,
  issuer: ({ issuer }) => issuer,
  "issuer's dispute": ({ issuerDisputeId }) => issuerDisputeId,
  "issuer's words": ({ detail }) => detail,
  "last error": ({ failure }) => failure,
  "opened (UTC)": ({ createdAt }) => createdAt.toISOString(),
  "submitted (UTC)": ({ submittedAt }) => submittedAt?.toISOString(),
  "decided (UTC)": ({ decidedAt }) => decidedAt?.toISOString(),
  "deadline (UTC)": ({ authorizedAt }) => deadlineOf(authorizedAt).toISOString(),
};

/** The filtered disputes of all partners as CSV of any length, newest first. */
export const exportAdminDisputes: AdminUseCase<typeof exportAdminDisputesContract> = async ({
  input,
  at,
}) => {
  const read = listAllDisputes.bind(null, input.query, at);
  return exportPages({ name: "disputes", at, columns: COLUMNS, read });
};

import { exportPages, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { formatUsd } from "@/lib/kernel/money";
import type { exportOperatorPostingsContract } from "./contract";
import { amountOf } from "./present";
import { listPostings, type PostingRow } from "./store";

const COLUMNS: TextColumns<PostingRow> = {
  posting: ({ id }) => id,
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
  "moved (USD)": ({ legs }) => formatUsd(amountOf(legs)),
  // Signed, as in the journal: credits are positive.
  "legs (USD)": ({ legs }) =>
    legs.map(({ account, amount }) => `${account} ${formatUsd(amount)}`).join(" | "),
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  card: ({ cardId }) => cardId,
  reason: ({ reason }) => reason,
  reference: ({ reference }) => reference,
  "requested by": ({ requestedByName }) => requestedByName,
  "requested (UTC)": ({ createdAt }) => createdAt.toISOString(),
  "expires (UTC)": ({ expiresAt }) => expiresAt.toISOString(),
  "decided by": ({ decidedByName }) => decidedByName,
  "decided (UTC)": ({ decidedAt }) => decidedAt?.toISOString(),
  "decision reason": ({ decisionReason }) => decisionReason,
  journal: ({ journalId }) => journalId,
};

/** The filtered operator postings as CSV of any length, newest first. */
export const exportOperatorPostings: AdminUseCase<typeof exportOperatorPostingsContract> = async ({
  input,
  at,
}) => {
  const read = listPostings.bind(null, input.query, await databaseTimeOf(at));
  return exportPages({ name: "operator-postings", at, columns: COLUMNS, read });
};

import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  isIdCursor,
  periodQuery,
  text,
} from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import { personal } from "@/lib/contract/sensitive";
import { exampleCardTransaction } from "../schema";
import { exampleEvidenceFile } from "./files/schema";
import { disputeBody, disputeSchema, exampleDispute } from "./schema";
import { CARD_DISPUTE_STATUSES } from "./states";

export const openDisputeContract = contract({
  id: "openDispute",
  method: "POST",
  path: "/api/v1/partner/card/transactions/{serviceTransactionId}/disputes",
  tag: "Cards",
  summary: "Open Dispute",
  scope: "cards",
  description:
    "Disputes a settled purchase or cash withdrawal, or a part of it, for 120 days. The card is credited at once. The card network decides later. If the dispute is not won, the credit is taken back from the card; what the card cannot pay is recovered from its next funding. Where a merchant collected the transaction in parts, the card issuer may take a dispute of one part only: the amount then equals that part.",
  params: z.object({ serviceTransactionId: z.string() }),
  body: disputeBody,
  data: disputeSchema,
  status: 201,
  audited: ["amount", "reason"],
  message: "Dispute opened",
  errors: [
    "TRANSACTION_NOT_FOUND",
    "TRANSACTION_NOT_DISPUTABLE",
    "DISPUTE_TOO_LATE",
    "DISPUTE_EXISTS",
    "AMOUNT_ABOVE_TRANSACTION",
    "DISPUTE_PART_UNCLEAR",
    "EVIDENCE_FILE_NOT_FOUND",
  ],
  idempotency: "current",
  examples: {
    params: { serviceTransactionId: exampleCardTransaction.serviceTransactionId },
    body: {
      reason: "not_received",
      explanation: "The parcel never came.",
      productDescription: "A coffee grinder",
      productType: "merchandise",
      expectedOn: "2026-11-20",
      evidenceFileIds: [exampleEvidenceFile.fileId],
    },
    data: { ...exampleDispute, status: "pending", submittedAt: undefined },
  },
});

/** Filters of List Disputes. */
export const disputeFilters = {
  status: filterBy(CARD_DISPUTE_STATUSES),
  serviceTransactionId: z
    .string()
    .optional()
    .meta({ description: "Filters by the disputed transaction" }),
  ...periodQuery,
  search: personal(text(1, 100)).optional().meta({
    description:
      "The beginning of a merchant's name, the last four digits of a card, or the id of a dispute, transaction or card",
  }),
};

export const listDisputesContract = contract({
  id: "listDisputes",
  method: "GET",
  path: "/api/v1/partner/card/disputes",
  tag: "Cards",
  summary: "List Disputes",
  scope: "read",
  description: "Newest first.",
  query: z.object({
    ...cursorQuery(isIdCursor("dsp")),
    ...disputeFilters,
  }),
  data: z.object({ disputes: z.array(disputeSchema), pagination: cursorPagination }),
  message: "Disputes",
  errors: [],
  examples: {
    data: { disputes: [exampleDispute], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const getDisputeContract = contract({
  id: "getDispute",
  method: "GET",
  path: "/api/v1/partner/card/disputes/{disputeId}",
  tag: "Cards",
  summary: "Get Dispute",
  scope: "read",
  params: z.object({ disputeId: z.string() }),
  data: disputeSchema,
  message: "Dispute",
  errors: ["DISPUTE_NOT_FOUND"],
  examples: { params: { disputeId: exampleDispute.disputeId }, data: exampleDispute },
});

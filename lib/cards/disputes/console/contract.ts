import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  isIdCursor,
  periodQuery,
  text,
} from "@/lib/contract/fields";
import { filterBy, listOfIds } from "@/lib/contract/list-of";
import { exampleEvidenceFile } from "../files/schema";
import { CARD_DISPUTE_STATUSES } from "../states";
import { adminDisputeSchema, exampleAdminDispute } from "./schema";

const MAX_SEARCH_CHARACTERS = 100;
const idParams = z.object({ id: z.string() });
const params = { id: exampleAdminDispute.disputeId };

/** The filters of the list and of its export. */
const filters = {
  status: filterBy([...CARD_DISPUTE_STATUSES, "attention"]),
  partnerId: listOfIds.optional(),
  search: text(1, MAX_SEARCH_CHARACTERS).optional().meta({
    description:
      "The id of a dispute, of its transaction or card, or at the issuer; or the beginning of a partner's name",
  }),
  ...periodQuery,
};

export const listAdminDisputesContract = contract({
  id: "listAdminDisputes",
  method: "GET",
  path: "/api/admin/disputes",
  tag: "Administration",
  summary: "The disputes of all partners",
  description:
    "Newest first. `attention`: those that are not submitted after a failure or ten minutes, and those with an open alert.",
  audience: "admin",
  query: z.object({
    ...cursorQuery(isIdCursor("dsp")),
    ...filters,
  }),
  data: z.object({ disputes: z.array(adminDisputeSchema), pagination: cursorPagination }),
  message: "Disputes",
  errors: [],
  examples: {
    data: { disputes: [exampleAdminDispute], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const exportAdminDisputesContract = contract({
  id: "exportAdminDisputes",
  method: "GET",
  path: "/api/admin/disputes/export",
  tag: "Administration",
  summary: "The disputes of all partners as CSV, newest first",
  audience: "admin",
  query: z.object(filters),
  data: z.instanceof(Response),
  message: "Disputes as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("dispute,partner\r\n") },
});

export const getAdminDisputeContract = contract({
  id: "getAdminDispute",
  method: "GET",
  path: "/api/admin/disputes/{id}",
  tag: "Administration",
  summary: "A dispute",
  audience: "admin",
  params: idParams,
  data: adminDisputeSchema,
  message: "Dispute",
  errors: ["DISPUTE_NOT_FOUND"],
  examples: { params, data: exampleAdminDispute },
});

export const retryDisputeContract = contract({
  id: "retryDispute",
  method: "POST",
  path: "/api/admin/disputes/{id}/retry",
  tag: "Administration",
  summary: "Submit a dispute again",
  description:
    "A pending dispute whose submission failed is submitted at once. A failed one, which the issuer refused, is opened again as a new dispute with the same evidence, and the card is credited again. It is in time if the first one was. The response is the dispute that is submitted.",
  audience: "admin",
  roles: ["admin", "approver"],
  params: idParams,
  data: adminDisputeSchema,
  message: "Dispute is submitted again",
  errors: [
    "AMOUNT_ABOVE_TRANSACTION",
    "DISPUTE_EXISTS",
    "DISPUTE_NOT_FOUND",
    "DISPUTE_ERASED",
    "DISPUTE_NOT_RETRYABLE",
    "DISPUTE_PART_UNCLEAR",
    "DISPUTE_TOO_LATE",
    "TRANSACTION_NOT_DISPUTABLE",
  ],
  examples: { params, data: { ...exampleAdminDispute, status: "pending", submittedAt: undefined } },
});

export const downloadEvidenceFileContract = contract({
  id: "downloadEvidenceFile",
  method: "GET",
  path: "/api/admin/disputes/{id}/files/{fileId}",
  tag: "Administration",
  summary: "Download a file of a dispute",
  description: "The file as an attachment, never inline. Each download has an audit entry.",
  audience: "admin",
  roles: ["admin", "approver"],
  params: z.object({ id: z.string(), fileId: z.string() }),
  data: z.instanceof(Response),
  message: "File",
  errors: ["EVIDENCE_FILE_NOT_FOUND"],
  examples: {
    params: { ...params, fileId: exampleEvidenceFile.fileId },
    data: new Response("%PDF-"),
  },
});

import { z } from "zod";
import { SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  isIdCursor,
  periodQuery,
  text,
} from "@/lib/contract/fields";
import { filterBy, listOfIds } from "@/lib/contract/list-of";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { totpCode } from "@/lib/identity/fields";
import { REQUEST_DAYS } from "./kinds";
import {
  examplePosting,
  examplePreview,
  exampleRequest,
  postingPreviewSchema,
  postingRequestSchema,
  postingSchema,
  postingWithLegsSchema,
} from "./schema";
import { POSTING_STATUSES } from "./states";

const idParams = z.object({ id: z.string() });
const params = { id: examplePosting.postingId };
const exampleWithLegs = { ...examplePosting, ...examplePreview, isYours: false };
const decided = {
  decidedBy: { personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b4", name: "Jonas Weber" },
  decidedAt: "2026-11-21T11:00:00.000Z",
};
const withoutBalances = examplePreview.legs.map(({ account, kind, amount }) => ({
  account,
  kind,
  amount,
}));

/** Only administrators request and confirm; approvers and auditors only read. */
const ADMINISTRATORS = ["admin"] as const;
const REQUEST_ERRORS = [
  "CARD_ALREADY_TERMINATED",
  "CARD_NOT_FOUND",
  "PARTNER_NOT_FOUND",
  "POSTING_OVERDRAWS",
] as const;
const DECISION_ERRORS = ["POSTING_EXPIRED", "POSTING_NOT_FOUND", "POSTING_NOT_PENDING"] as const;

const MAX_SEARCH_CHARACTERS = 100;

/** The filters of the list and of its export. */
const postingFilters = {
  status: filterBy(POSTING_STATUSES),
  partnerId: listOfIds.optional().meta({
    description: "One or more partners' ids, separated by commas, or `operator` for none",
  }),
  search: text(1, MAX_SEARCH_CHARACTERS).optional().meta({
    description:
      "An id or a reference, or the beginning of the name of a partner or of the person who requested it",
  }),
  ...periodQuery,
};

export const listOperatorPostingsContract = contract({
  id: "listOperatorPostings",
  method: "GET",
  path: "/api/admin/postings",
  tag: "Administration",
  summary: "Operator postings, newest first",
  audience: "admin",
  query: z.object({
    ...cursorQuery(isIdCursor("pst")),
    ...postingFilters,
  }),
  data: z.object({
    postings: z.array(postingSchema),
    pagination: cursorPagination,
    places: z
      .array(z.string())
      .meta({ description: "The accounts where the service may have money: bank and custody" }),
  }),
  message: "Operator postings",
  errors: [],
  examples: {
    data: {
      postings: [examplePosting],
      pagination: { skip: 0, limit: 50, total: 1 },
      places: ["bank", "custody:base:usdc"],
    },
  },
});

export const exportOperatorPostingsContract = contract({
  id: "exportOperatorPostings",
  method: "GET",
  path: "/api/admin/postings/export",
  tag: "Administration",
  summary: "Operator postings as CSV, newest first",
  audience: "admin",
  query: z.object(postingFilters),
  data: z.instanceof(Response),
  message: "Operator postings as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("posting,kind\r\n") },
});

export const getOperatorPostingContract = contract({
  id: "getOperatorPosting",
  method: "GET",
  path: "/api/admin/postings/{id}",
  tag: "Administration",
  summary: "An operator posting with its journal",
  description: "While it is pending, with the balance of each account before and after.",
  audience: "admin",
  params: idParams,
  data: postingWithLegsSchema,
  message: "Operator posting",
  errors: ["POSTING_NOT_FOUND"],
  examples: { params, data: exampleWithLegs },
});

export const previewOperatorPostingContract = contract({
  id: "previewOperatorPosting",
  method: "POST",
  path: "/api/admin/postings/preview",
  tag: "Administration",
  summary: "The journal that a request would post",
  description: "Changes nothing.",
  audience: "admin",
  roles: ADMINISTRATORS,
  body: postingRequestSchema,
  data: postingPreviewSchema,
  message: "Preview of an operator posting",
  errors: ["CARD_NOT_FOUND", "PARTNER_NOT_FOUND"],
  examples: { body: exampleRequest, data: examplePreview },
});

export const requestOperatorPostingContract = contract({
  id: "requestOperatorPosting",
  method: "POST",
  path: "/api/admin/postings",
  tag: "Administration",
  summary: "Request an operator posting",
  description: `Posts nothing: another administrator has ${REQUEST_DAYS} days to confirm it.`,
  audience: "admin",
  roles: ADMINISTRATORS,
  body: postingRequestSchema.extend({ totp: totpCode }),
  data: postingWithLegsSchema,
  status: 201,
  message: "Operator posting requested",
  errors: [...REQUEST_ERRORS, "POSTING_EXISTS", ...SECOND_FACTOR_ERRORS],
  examples: { body: { ...exampleRequest, totp: "492039" }, data: exampleWithLegs },
});

export const confirmOperatorPostingContract = contract({
  id: "confirmOperatorPosting",
  method: "POST",
  path: "/api/admin/postings/{id}/confirm",
  tag: "Administration",
  summary: "Confirm an operator posting",
  description: "Posts the journal once. Another administrator than the requester must confirm.",
  audience: "admin",
  roles: ADMINISTRATORS,
  params: idParams,
  body: z.object({ totp: totpCode }),
  data: postingWithLegsSchema,
  message: "Operator posting posted",
  errors: [
    "CARD_ALREADY_TERMINATED",
    "POSTING_EXISTS",
    "POSTING_OVERDRAWS",
    ...DECISION_ERRORS,
    "POSTING_REQUESTER_GONE",
    "SECOND_ADMINISTRATOR_NEEDED",
    "SECOND_APPROVER_NEEDED",
    ...SECOND_FACTOR_ERRORS,
  ],
  examples: {
    params,
    body: { totp: "492039" },
    data: {
      ...examplePosting,
      ...decided,
      status: "posted",
      legs: withoutBalances,
      isYours: false,
      journalId: "jrn_01k9x75d2r8e5t2v7w4y0z1a2b3",
      serviceTransactionId: "txn_01k9x75d2r8e5t2v7w4y0z1a2b3",
    },
  },
});

export const rejectOperatorPostingContract = contract({
  id: "rejectOperatorPosting",
  method: "POST",
  path: "/api/admin/postings/{id}/reject",
  tag: "Administration",
  summary: "Reject an operator posting that another administrator requested",
  audience: "admin",
  roles: ADMINISTRATORS,
  params: idParams,
  body: z.object({ reason: text(1, MAX_REASON_CHARACTERS) }),
  data: postingWithLegsSchema,
  message: "Operator posting rejected",
  errors: [...DECISION_ERRORS, "SECOND_APPROVER_NEEDED"],
  examples: {
    params,
    body: { reason: "The fee was charged once: see journal jrn_01k9…" },
    data: {
      ...examplePosting,
      ...decided,
      status: "rejected",
      decisionReason: "The fee was charged once: see journal jrn_01k9…",
      legs: withoutBalances,
      isYours: false,
    },
  },
});

export const cancelOperatorPostingContract = contract({
  id: "cancelOperatorPosting",
  method: "POST",
  path: "/api/admin/postings/{id}/cancel",
  tag: "Administration",
  summary: "Cancel an operator posting that you requested",
  audience: "admin",
  roles: ADMINISTRATORS,
  params: idParams,
  data: postingWithLegsSchema,
  message: "Operator posting cancelled",
  errors: [...DECISION_ERRORS, "POSTING_NOT_YOURS"],
  examples: {
    params,
    data: {
      ...examplePosting,
      status: "cancelled",
      decidedBy: examplePosting.requestedBy,
      decidedAt: decided.decidedAt,
      legs: withoutBalances,
      isYours: false,
    },
  },
});

import { z } from "zod";
import { CSV_FILE } from "@/lib/activity/export/contract";
import { contract } from "@/lib/contract/contract";
import {
  cursorQuery,
  instant,
  isIdCursor,
  opaque,
  timeZone,
  uncountedPagination,
} from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import {
  EXAMPLE_REQUEST,
  KEPT_DAYS,
  loggedRequestDetailSchema,
  loggedRequestSchema,
  METHODS,
  STATUS_CLASSES,
} from "./schema";

const PATH = "/api/v1/partner/requests";
const shared = {
  tag: "Request log",
  audience: "dashboard",
  roles: ["owner", "developer"],
  method: "GET",
} as const;

const requestFilters = {
  method: filterBy(METHODS),
  status: filterBy(STATUS_CLASSES),
  path: opaque(1, 200)
    .optional()
    .meta({ description: "Part of the path, or a full path as in the reference" }),
  requestId: opaque(1, 100).optional(),
  idempotencyKey: opaque(1, 255).optional(),
  from: instant.optional().meta({ description: "Only at or after this time" }),
  to: instant.optional().meta({ description: "Only before this time" }),
};

export const listRequestsContract = contract({
  ...shared,
  id: "listRequests",
  path: PATH,
  summary: "List Requests",
  description: `API requests and dashboard changes of the last ${KEPT_DAYS} days (the operator may set another period), newest first.`,
  query: z.object({
    ...cursorQuery(isIdCursor("req")),
    ...requestFilters,
  }),
  data: z.object({
    requests: z.array(loggedRequestSchema),
    pagination: uncountedPagination.meta({
      description:
        "`nextCursor` can be present even if few requests were found, because each page searches a limited number",
    }),
  }),
  message: "Requests",
  errors: [],
  examples: { data: { requests: [EXAMPLE_REQUEST], pagination: { skip: 0, limit: 50 } } },
});

export const exportRequestsContract = contract({
  ...CSV_FILE,
  id: "exportRequests",
  roles: shared.roles,
  path: "/api/v1/partner/export/requests",
  summary: "Export Requests",
  description:
    "A CSV file (UTF-8, RFC 4180) of the filtered list, newest first, without a size limit. It has no bodies.",
  query: z.object({ ...requestFilters, timeZone }),
  examples: {
    query: { timeZone: "Europe/Berlin" },
    data: new Response(`Request ID,Status\r\n${EXAMPLE_REQUEST.requestId},200`),
  },
});

export const getRequestContract = contract({
  ...shared,
  id: "getRequest",
  path: `${PATH}/{requestId}`,
  summary: "Get Request",
  description: "A request with its body and response.",
  params: z.object({ requestId: z.string() }),
  data: loggedRequestDetailSchema,
  message: "Request",
  errors: ["REQUEST_NOT_FOUND"],
  examples: {
    params: { requestId: EXAMPLE_REQUEST.requestId },
    data: {
      ...EXAMPLE_REQUEST,
      requestBody: '{"serviceCardId":"card_01k9x70c5r8e5t2v7w4y0z1a2b3","amount":50}',
      responseBody:
        '{"status":"error","message":"INSUFFICIENT_WALLET_BALANCE","data":{"error":"The wallet cannot cover the amount and its fee. Deposit more and repeat."}}',
    },
  },
});

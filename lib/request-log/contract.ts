import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { instant, opaque, pageQuery } from "@/lib/contract/fields";
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

const requestId = opaque(1, 100);

export const listRequestsContract = contract({
  ...shared,
  id: "listRequests",
  path: PATH,
  summary: "List Requests",
  description: `What the partner's keys asked, and what its people changed, in the last ${KEPT_DAYS} days. Newest first.`,
  query: z.object({
    limit: pageQuery.limit,
    before: requestId.optional().meta({ description: "`next` of the page before" }),
    method: z.enum(METHODS).optional(),
    status: z.enum(STATUS_CLASSES).optional(),
    path: opaque(1, 200)
      .optional()
      .meta({ description: "A part of the path; or a whole path as the reference writes it" }),
    requestId: requestId.optional(),
    idempotencyKey: opaque(1, 255).optional(),
    from: instant.optional().meta({ description: "Only from this instant on" }),
    to: instant.optional().meta({ description: "Only before this instant" }),
  }),
  data: z.object({
    requests: z.array(loggedRequestSchema),
    next: z.string().optional().meta({
      description:
        "Where older ones begin. There may be one although little was found: a page looks through a limited number of requests",
    }),
  }),
  message: "Requests",
  errors: [],
  examples: { data: { requests: [EXAMPLE_REQUEST] } },
});

export const getRequestContract = contract({
  ...shared,
  id: "getRequest",
  path: `${PATH}/{requestId}`,
  summary: "Get Request",
  description: "One request with what it said and what it was answered.",
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

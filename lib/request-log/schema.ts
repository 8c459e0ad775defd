import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";

/** The retention period of requests in days, unless KEEP_REQUEST_LOG_DAYS sets another one. */
export const KEPT_DAYS = 30;
export const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const;
export const STATUS_CLASSES = ["2xx", "4xx", "5xx"] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

export const loggedRequestSchema = z
  .object({
    requestId: z.string().meta({ description: "The `X-Request-Id` of the response" }),
    method: z.string(),
    path: z.string(),
    route: z.string().meta({ description: "The path as in the reference" }),
    status: z.int(),
    errorCode: z.string().optional(),
    durationMs: z.number(),
    idempotencyKey: z.string().optional(),
    caller: z
      .object({
        kind: z.enum(["key", "person"]),
        id: z.string(),
        name: z.string(),
      })
      .meta({ description: "The API key or the dashboard user" }),
    createdAt: timestamp.meta({ description: "When it came" }),
  })
  .meta({ id: "LoggedRequest" });

export const loggedRequestDetailSchema = loggedRequestSchema
  .extend({
    query: z.string().optional(),
    requestBody: z.string().optional(),
    responseBody: z.string(),
  })
  .meta({
    id: "LoggedRequestDetail",
    description:
      "JSON texts, truncated after 16 kB. Secrets, card data, personal data and unknown fields are removed",
  });

export const EXAMPLE_REQUEST: z.input<typeof loggedRequestSchema> = {
  requestId: "req_01k9x71f8r8e5t2v7w4y0z1a2b3",
  method: "POST",
  path: "/api/v1/partner/card/fund",
  route: "/api/v1/partner/card/fund",
  status: 402,
  errorCode: "INSUFFICIENT_WALLET_BALANCE",
  durationMs: 4.2,
  idempotencyKey: "6f1c7a52-4a0b-4f0e-9d0c-0a9b3f3f7b21",
  caller: { kind: "key", id: "key_01k9x6k2v8e5t2v7w4y0z1a2b3", name: "Booking server" },
  createdAt: "2026-11-21T09:36:00.000Z",
};

import type { OpenApiDocument, Schema } from "../contract/document";

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };
const instant = { type: "string", format: "date-time" };
const words = (...names: string[]) => ({ type: "string", enum: names });

/** An object that has the given fields only; names with a question mark may be left out. */
function object(fields: Record<string, Schema>): Schema {
  const names = Object.keys(fields);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), fields[name]])),
    required: names.filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  };
}

const CARD_STATES = ["CLOSED", "OPEN", "PAUSED", "PENDING_ACTIVATION", "PENDING_FULFILLMENT"];
const SUBSTATUSES = [
  "LOST",
  "COMPROMISED",
  "DAMAGED",
  "END_USER_REQUEST",
  "ISSUER_REQUEST",
  "NOT_ACTIVE",
  "SUSPICIOUS_ACTIVITY",
  "INTERNAL_REVIEW",
  "EXPIRED",
  "UNDELIVERABLE",
  "OTHER",
];
const HOLDER_STATUSES = [
  "ACCEPTED",
  "PENDING_REVIEW",
  "PENDING_DOCUMENT",
  "PENDING_RESUBMIT",
  "REJECTED",
];

const address = object({
  address1: text,
  "address2?": text,
  city: text,
  // The two-letter codes of states and provinces.
  state: { type: "string", pattern: "^[A-Z]{2}$" },
  postal_code: {
    type: "string",
    pattern: "^(\\d{5}(-\\d{4})?|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d)$",
  },
  country: words("USA", "CAN"),
});

const exemptPerson = {
  workflow: words("KYC_EXEMPT"),
  first_name: { type: "string", minLength: 1 },
  last_name: { type: "string", minLength: 1 },
  email: { type: "string", format: "email" },
  phone_number: { type: "string", pattern: "^\\+[1-9]\\d{6,14}$" },
  address,
  "external_id?": text,
};

/** The workflow for programmes whose identity checks are made elsewhere. */
const newAccountHolder = {
  oneOf: [
    object({ ...exemptPerson, kyc_exemption_type: words("PREPAID_CARD_USER") }),
    object({
      ...exemptPerson,
      kyc_exemption_type: words("AUTHORIZED_USER"),
      business_account_token: uuid,
    }),
  ],
};

const newCard = object({
  type: words("VIRTUAL"),
  account_token: uuid,
  memo: text,
  state: words("OPEN", "PAUSED"),
  "card_program_token?": uuid,
});

const cardChange = object({
  "memo?": text,
  "state?": words("CLOSED", "OPEN", "PAUSED"),
  "substatus?": words(...SUBSTATUSES),
  "comment?": text,
});

const accountChange = object({
  state: words("ACTIVE", "PAUSED", "CLOSED"),
  "substatus?": words(
    "END_USER_REQUEST",
    "ISSUER_REQUEST",
    "NOT_ACTIVE",
    "INTERNAL_REVIEW",
    "OTHER",
  ),
  "comment?": text,
});

const DISPUTE_REASONS = [
  "ATM_CASH_MISDISPENSE",
  "CANCELLED",
  "DUPLICATED",
  "FRAUD_CARD_NOT_PRESENT",
  "FRAUD_CARD_PRESENT",
  "FRAUD_OTHER",
  "GOODS_SERVICES_NOT_AS_DESCRIBED",
  "GOODS_SERVICES_NOT_RECEIVED",
  "INCORRECT_AMOUNT",
  "MISSING_AUTH",
  "OTHER",
  "PROCESSING_ERROR",
  "RECURRING_TRANSACTION_NOT_CANCELLED",
  "REFUND_NOT_PROCESSED",
];

const newDispute = object({
  transaction_token: uuid,
  amount: { type: "integer", minimum: 1 },
  reason: words(...DISPUTE_REASONS),
  "customer_note?": { type: "string", maxLength: 5000 },
  "customer_filed_date?": instant,
});

const disputeChange = object({
  "reason?": words(...DISPUTE_REASONS),
  "customer_note?": { type: "string", maxLength: 5000 },
});

const dispute: Schema = {
  type: "object",
  properties: {
    token: uuid,
    transaction_token: uuid,
    amount: { type: "integer" },
    created: instant,
    reason: words(...DISPUTE_REASONS),
    resolution_reason: { type: ["string", "null"] },
    status: words(
      "ARBITRATION",
      "CASE_CLOSED",
      "CASE_WON",
      "NEW",
      "PENDING_CUSTOMER",
      "PREARBITRATION",
      "REPRESENTMENT",
      "SUBMITTED",
    ),
  },
  required: [
    "token",
    "transaction_token",
    "amount",
    "created",
    "reason",
    "resolution_reason",
    "status",
  ],
};

const evidence = object({
  token: uuid,
  dispute_token: uuid,
  created: instant,
  "filename?": text,
  upload_status: words("DELETED", "ERROR", "PENDING", "REJECTED", "UPLOADED"),
  "upload_url?": text,
  "download_url?": text,
});

const card: Schema = {
  type: "object",
  properties: {
    token: uuid,
    account_token: uuid,
    card_program_token: uuid,
    created: instant,
    last_four: { type: "string", pattern: "^\\d{4}$" },
    state: words(...CARD_STATES),
    type: words("VIRTUAL"),
    exp_month: { type: "string", pattern: "^\\d{2}$" },
    exp_year: { type: "string", pattern: "^\\d{4}$" },
    memo: text,
    pan: { type: "string", pattern: "^\\d{16}$" },
    cvv: { type: "string", pattern: "^\\d{3}$" },
  },
  required: [
    "token",
    "account_token",
    "card_program_token",
    "created",
    "last_four",
    "state",
    "type",
  ],
};

const holder: Schema = {
  type: "object",
  properties: { token: uuid, account_token: uuid, status: words(...HOLDER_STATUSES) },
  required: ["token", "account_token", "status"],
};

/** The simulation of the sandbox. */
const pan = { type: "string", pattern: "^\\d{16}$" };
const simulated = {
  amount: { type: "integer", minimum: 0 },
  pan,
  descriptor: { type: "string", maxLength: 25 },
};
const simulation = (body: Record<string, Schema>) => ({
  post: {
    requestBody: json(object(body)),
    responses: {
      ...answers({}),
      "201": json(object({ debugging_request_id: uuid, "token?": uuid })),
    },
  },
});

const query = (name: string, schema: Schema = text) => ({ name, in: "query" as const, schema });
const path = (name: string) => ({ name, in: "path" as const, required: true, schema: uuid });
const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
const answers = (schema: Schema) => ({
  "200": json(schema),
  default: json(object({ debugging_request_id: uuid, message: text })),
});
const listOf = (items: Schema) =>
  object({ data: { type: "array", items }, has_more: { type: "boolean" } });
const PAGE = [
  query("begin", instant),
  query("end", instant),
  query("starting_after"),
  query("ending_before"),
];
const SIZE = query("page_size", { type: "integer", minimum: 1, maximum: 100 });

/**
 * The operations of Lithic that the service uses, written from its reference documentation: no package publishes
 * Lithic's own document. It is stricter than Lithic, as it allows only the fields that the service has a use for.
 */
export const ownLithicDocument: OpenApiDocument = {
  openapi: "3.1.0",
  paths: {
    "/v1/account_holders": {
      post: { requestBody: json(newAccountHolder), responses: answers(holder) },
      get: {
        parameters: [
          query("external_id", uuid),
          query("email"),
          query("limit", { type: "integer" }),
          ...PAGE,
        ],
        responses: answers(listOf(holder)),
      },
    },
    "/v1/accounts/{account_token}": {
      get: { parameters: [path("account_token")], responses: answers({ type: "object" }) },
      patch: {
        parameters: [path("account_token")],
        requestBody: json(accountChange),
        responses: answers({ type: "object" }),
      },
    },
    "/v1/cards": {
      post: {
        // Lithic does not require the key; the service always sends it.
        parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: uuid }],
        requestBody: json(newCard),
        responses: answers(card),
      },
      get: {
        parameters: [
          query("account_token", uuid),
          query("state", words(...CARD_STATES)),
          query("memo"),
          SIZE,
          ...PAGE,
        ],
        responses: answers(listOf(card)),
      },
    },
    "/v1/cards/{card_token}": {
      get: { parameters: [path("card_token")], responses: answers(card) },
      patch: {
        parameters: [path("card_token")],
        requestBody: json(cardChange),
        responses: answers(card),
      },
    },
    "/v1/transactions": {
      get: {
        parameters: [
          query("account_token", uuid),
          query("card_token", uuid),
          query("result"),
          SIZE,
          ...PAGE,
        ],
        responses: answers(listOf({ type: "object" })),
      },
    },
    "/v1/transactions/{transaction_token}": {
      get: { parameters: [path("transaction_token")], responses: answers({ type: "object" }) },
    },
    "/v1/disputes": {
      post: { requestBody: json(newDispute), responses: { ...answers({}), "201": json(dispute) } },
      get: {
        parameters: [
          query("transaction_tokens", { type: "array", items: uuid, maxItems: 50 }),
          query("status"),
          SIZE,
          ...PAGE,
        ],
        responses: answers(listOf(dispute)),
      },
    },
    "/v1/disputes/{dispute_token}": {
      get: { parameters: [path("dispute_token")], responses: answers(dispute) },
      delete: { parameters: [path("dispute_token")], responses: answers(dispute) },
      patch: {
        parameters: [path("dispute_token")],
        requestBody: json(disputeChange),
        responses: answers(dispute),
      },
    },
    "/v1/disputes/{dispute_token}/evidences": {
      get: {
        parameters: [path("dispute_token"), SIZE, ...PAGE],
        responses: answers(listOf(evidence)),
      },
      post: {
        parameters: [path("dispute_token")],
        requestBody: json(object({ "filename?": text })),
        responses: { ...answers({}), "201": json(evidence) },
      },
    },
    "/v1/disputes/{dispute_token}/evidences/{evidence_token}": {
      delete: {
        parameters: [path("dispute_token"), path("evidence_token")],
        responses: answers(evidence),
      },
    },
    "/v1/simulate/authorize": simulation(simulated),
    "/v1/simulate/clearing": simulation({ token: uuid, amount: { type: "integer" } }),
    "/v1/simulate/return": simulation(simulated),
    // Not Lithic's: the object storage that its addresses of uploads are at.
    "/uploads/{evidence_token}": {
      put: {
        parameters: [path("evidence_token")],
        requestBody: { content: {} },
        responses: { default: { content: {} } },
      },
    },
    "/v1/events": {
      get: {
        parameters: [
          query("event_types", { type: "array", items: text, maxItems: 10 }),
          query("with_content", { type: "boolean" }),
          SIZE,
          ...PAGE,
        ],
        responses: answers(listOf({ type: "object" })),
      },
    },
  },
};

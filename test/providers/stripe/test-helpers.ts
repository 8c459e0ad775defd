import type { DocumentOperation, OpenApiDocument, Schema } from "../contract/document";
import { type Handler, ok } from "../stand-in/answer";
import type { stripeNetwork } from "./network";
import type { StripeState } from "./state";

const PATH = "/v1/test_helpers/issuing";

const text: Schema = { type: "string", maxLength: 5_000 };
const cents: Schema = { type: "integer" };
const merchant_data: Schema = {
  type: "object",
  properties: Object.fromEntries(
    ["category", "city", "country", "name", "network_id", "postal_code", "state"].map((name) => [
      name,
      text,
    ]),
  ),
};
const purchase = {
  card: text,
  amount: cents,
  currency: text,
  merchant_data,
};

function operation(
  answer: "authorization" | "transaction",
  properties: Record<string, Schema>,
  required: string[] = [],
): { post: DocumentOperation } {
  const schema = { type: "object", properties, required, additionalProperties: false };
  const answered = { $ref: `#/components/schemas/issuing.${answer}` };
  const json = (of: Schema) => ({ content: { "application/json": { schema: of } } });
  return {
    post: {
      requestBody: { content: { "application/x-www-form-urlencoded": { schema } } },
      responses: { "200": json(answered), default: json({ $ref: "#/components/schemas/error" }) },
    },
  };
}

const authorization = {
  name: "authorization",
  in: "path" as const,
  required: true,
  schema: text,
};

/** Adds the test helpers that `npm run providers:check` uses: the published document of 2022 is older than they are. */
export function addTestHelpers({ paths }: OpenApiDocument): void {
  const capture = operation("authorization", {
    capture_amount: cents,
    close_authorization: { type: "boolean" },
  });
  const added: OpenApiDocument["paths"] = {
    [`${PATH}/authorizations`]: operation("authorization", purchase, ["card"]),
    [`${PATH}/authorizations/{authorization}/capture`]: {
      post: { ...capture.post, parameters: [authorization] },
    },
    [`${PATH}/transactions/create_force_capture`]: operation("transaction", purchase, [
      "card",
      "amount",
    ]),
    [`${PATH}/transactions/create_unlinked_refund`]: operation("transaction", purchase, [
      "card",
      "amount",
    ]),
  };
  for (const [path, item] of Object.entries(added)) paths[path] ??= item;
}

/** The test helpers of Stripe Issuing. */
export function testHelpers(
  state: StripeState,
  network: ReturnType<typeof stripeNetwork>,
): Record<string, Handler> {
  const purchaseOf = ({ card, amount }: Record<string, unknown>) => ({
    card: String(card),
    amount: Number(amount),
  });
  return {
    [`POST ${PATH}/authorizations`]: async ({ body }) => {
      const { card, amount } = purchaseOf(body);
      return ok((await network.authorize(card, { amount })).authorization);
    },
    [`POST ${PATH}/authorizations/{authorization}/capture`]: async ({ path, body }) => {
      const id = path.authorization ?? "";
      await network.capture(id, { amount: Number(body.capture_amount) });
      return ok(state.authorizations.get(id));
    },
    [`POST ${PATH}/transactions/create_force_capture`]: async ({ body }) => {
      const { card, amount } = purchaseOf(body);
      return ok(await network.forceCapture(card, amount));
    },
    [`POST ${PATH}/transactions/create_unlinked_refund`]: async ({ body }) => {
      const { card, amount } = purchaseOf(body);
      return ok(await network.refund(card, amount));
    },
  };
}

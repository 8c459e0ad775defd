import { z } from "zod";

/** Objects of Stripe that are an id or, expanded, an object. */
export const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((value) => (typeof value === "string" ? value : value.id));

const amountDetails = z
  .object({ atm_fee: z.int().nullish(), cashback_amount: z.int().nullish() })
  .nullish();

/** Facts that are only shown: no decision and no posting depends on them, so they may be missing. */
const merchantData = z
  .object({
    name: z.string().nullish(),
    country: z.string().nullish(),
    category_code: z.string().nullish(),
  })
  .nullish();
const merchantAmount = z.int().nullish();

/**
 * The fields of `issuing.authorization` that are read and stored. The object also has the cardholder's name, address,
 * e-mail and phone number, which are dropped.
 */
export const stripeAuthorization = z.object({
  id: z.string().min(1),
  amount: z.int(),
  amount_details: amountDetails,
  approved: z.boolean(),
  authorization_method: z.string().nullish(),
  card: reference,
  currency: z.string(),
  merchant_amount: merchantAmount,
  merchant_currency: z.string(),
  merchant_data: merchantData,
  network_data: z.object({ transaction_id: z.string().nullish() }).nullish(),
  pending_request: z
    .object({
      amount: z.int(),
      amount_details: amountDetails,
      currency: z.string(),
      merchant_amount: merchantAmount,
      merchant_currency: z.string(),
    })
    .nullish(),
  request_history: z.array(
    z.object({
      amount: z.int(),
      approved: z.boolean(),
      authorization_code: z.string().nullish(),
      created: z.int(),
      reason: z.string(),
    }),
  ),
  status: z.string(),
  /** The captures and refunds so far. */
  transactions: z
    .array(
      z.object({
        id: z.string().min(1),
        amount: z.int(),
        card: reference.nullish(),
        created: z.int(),
        currency: z.string(),
        type: z.string(),
      }),
    )
    .nullish(),
});
export type StripeAuthorization = z.output<typeof stripeAuthorization>;

/** The fields of `issuing.transaction` that are read and stored. */
export const stripeTransaction = z.object({
  id: z.string().min(1),
  amount: z.int(),
  amount_details: amountDetails,
  authorization: reference.nullish(),
  card: reference,
  created: z.int(),
  currency: z.string(),
  merchant_amount: merchantAmount,
  merchant_currency: z.string(),
  merchant_data: merchantData,
  network_data: z
    .object({ authorization_code: z.string().nullish(), transaction_id: z.string().nullish() })
    .nullish(),
  type: z.string(),
});
export type StripeTransaction = z.output<typeof stripeTransaction>;

/** The fields of `issuing.dispute` that are read and stored. The cardholder's evidence is dropped. */
export const stripeDispute = z.object({
  id: z.string().min(1),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  loss_reason: z.string().nullish(),
  transaction: reference,
});

export const stripeCard = z.object({ id: z.string().min(1), status: z.string() });

export const stripeCardholder = z.object({
  id: z.string().min(1),
  status: z.string().nullish(),
  requirements: z.object({
    disabled_reason: z.string().nullish(),
    past_due: z.array(z.string()).nullish(),
  }),
});

/** The envelope of an event. `data.object` is parsed by the type of the event. */
export const stripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

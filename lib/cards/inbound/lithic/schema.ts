import { z } from "zod";
import { lithicTime } from "../../issuer/lithic/lithic-time";

const time = z.string().refine((text) => !Number.isNaN(lithicTime(text).getTime()));

const money = z.object({ amount: z.int(), currency: z.string() });

/** Facts that are only shown: no decision and no posting depends on them, so they may be missing. */
const merchant = z
  .object({
    country: z.string().nullish(),
    descriptor: z.string().nullish(),
    mcc: z.string().nullish(),
  })
  .nullish();

const pos = z
  .object({
    entry_mode: z.object({ pan: z.string().nullish() }).nullish(),
    terminal: z.object({ type: z.string().nullish() }).nullish(),
  })
  .nullish();

/** The fields of an Auth Stream Access request that are read. */
export const lithicRequest = z.object({
  token: z.string().min(1),
  event_token: z.string().nullish(),
  status: z.string(),
  amounts: z.object({ cardholder: money, hold: money.nullish(), merchant: money }),
  card: z.object({ token: z.string().min(1) }),
  cash_amount: z.int().nullish(),
  created: time,
  merchant,
  pos,
});
export type LithicRequest = z.output<typeof lithicRequest>;

/** The ids of the card networks, of which each network has its own. */
const networkInfo = z
  .object({
    acquirer: z.object({ acquirer_reference_number: z.string().nullish() }).nullish(),
    amex: z.object({ transaction_id: z.string().nullish() }).nullish(),
    mastercard: z.object({ banknet_reference_number: z.string().nullish() }).nullish(),
    visa: z.object({ transaction_id: z.string().nullish() }).nullish(),
  })
  .nullish();

const transactionEvent = z.object({
  token: z.string().min(1),
  type: z.string(),
  result: z.string(),
  detailed_results: z.array(z.string()).nullish(),
  effective_polarity: z.string(),
  amounts: z.object({ cardholder: money, merchant: money.nullish() }),
  created: time,
  network_info: networkInfo,
});
export type LithicTransactionEvent = z.output<typeof transactionEvent>;

/** The fields of a Card Transaction that are read and stored. */
export const lithicTransaction = z.object({
  token: z.string().min(1),
  card_token: z.string().min(1),
  status: z.string(),
  result: z.string(),
  amounts: z.object({ hold: money, merchant: money }),
  /** The older place of the acquirer's reference, which is in the network's information of an event too. */
  acquirer_reference_number: z.string().nullish(),
  authorization_code: z.string().nullish(),
  created: time,
  merchant,
  pos,
  events: z.array(transactionEvent),
});
export type LithicTransaction = z.output<typeof lithicTransaction>;

export const lithicCard = z.object({ card_token: z.string().min(1), state: z.string().nullish() });

export const lithicAccountHolder = z.object({
  token: z.string().min(1),
  account_token: z.string().nullish(),
  status: z.string().nullish(),
  status_reasons: z.array(z.string()).nullish(),
});

/** The fields of a chargeback request that are read and stored. The cardholder's note is dropped. */
export const lithicDispute = z.object({
  token: z.string().min(1),
  transaction_token: z.string().min(1),
  amount: z.int(),
  status: z.string(),
  resolution_reason: z.string().nullish(),
});

/** The fields of a managed dispute, which somebody opens outside of this service, that are read and stored. */
export const lithicManagedDispute = z.object({
  token: z.string().min(1),
  transaction_series: z.object({ related_transaction_token: z.string().nullish() }).nullish(),
  liability_allocation: z.object({ original_amount: z.int() }),
  status: z.string().nullish(),
  disposition: z.string().nullish(),
});

/** Every event has its type in the body. */
export const lithicEvent = z.object({ event_type: z.string().min(1).max(100) });

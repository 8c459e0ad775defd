import { randomInt, randomUUID } from "node:crypto";
import type Lithic from "lithic";
import { luhnCheckDigit } from "@/lib/cards/issuer/luhn";
import type { SentFile } from "../stand-in/answer";

export type LithicCard = Lithic.Card;
export type LithicTransaction = Lithic.Transaction;
export type LithicEvent = LithicTransaction["events"] extends (infer E)[] | undefined ? E : never;

export const instantNow = () => new Date().toISOString();

/** A person whose identity somebody else has checked, with an account of their own. */
export interface StoredHolder {
  token: string;
  account_token: string;
  status: string;
  status_reasons: string[];
  external_id: string;
  created: string;
  email: string;
  phone_number: string;
}

export function newHolder(given: Record<string, unknown>): StoredHolder {
  return {
    token: randomUUID(),
    account_token: randomUUID(),
    status: "ACCEPTED",
    status_reasons: [],
    external_id: String(given.external_id ?? ""),
    created: instantNow(),
    email: String(given.email),
    phone_number: String(given.phone_number),
  };
}

const PROGRAM = "5e9483eb-8103-4e16-9794-2106111b2eca";

export function newCard(given: Record<string, unknown>): LithicCard {
  const account = `400000${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
  const pan = account + luhnCheckDigit(account);
  const now = new Date();
  return {
    token: randomUUID(),
    account_token: String(given.account_token),
    card_program_token: String(given.card_program_token ?? PROGRAM),
    cardholder_currency: "USD",
    created: instantNow(),
    exp_month: String(now.getUTCMonth() + 1).padStart(2, "0"),
    exp_year: String(now.getUTCFullYear() + 4),
    funding: null,
    last_four: pan.slice(-4),
    memo: String(given.memo),
    network_program_token: null,
    pin_status: "NOT_SET",
    replacement_for: null,
    spend_limit: 0,
    spend_limit_duration: "TRANSACTION",
    state: given.state as LithicCard["state"],
    type: "VIRTUAL",
    pan,
    cvv: String(randomInt(1000)).padStart(3, "0"),
  };
}

/** Where a simulated purchase happens; a restaurant in California by default. */
export interface LithicMerchant {
  descriptor?: string;
  /** ISO 3166-1 alpha-3. */
  country?: string;
  mcc?: string;
}

export function merchantOf(merchant: LithicMerchant = {}) {
  return {
    acceptor_id: "452322000053360",
    acquiring_institution_id: "333301802529120",
    city: "SAN FRANCISCO",
    country: "USA",
    descriptor: "SQ *SOMA EATS",
    mcc: "5812",
    state: "CA",
    postal_code: "94107",
    street_address: null,
    phone_number: null,
    ...merchant,
  };
}

/** A stored event, as Lithic lists it. */
export interface StoredEvent {
  token: string;
  event_type: string;
  created: string;
  payload: Record<string, unknown>;
}

export interface LithicState {
  holders: Map<string, StoredHolder>;
  /** States of accounts, by account token. */
  accounts: Map<string, string>;
  cards: Map<string, LithicCard>;
  transactions: Map<string, LithicTransaction>;
  disputes: Map<string, Lithic.Dispute>;
  evidences: Map<string, Lithic.DisputeEvidence>;
  /** The files that arrived, by the token of the evidence. */
  uploads: Map<string, SentFile>;
  events: Map<string, StoredEvent>;
}

export function emptyLithic(): LithicState {
  return {
    holders: new Map(),
    accounts: new Map(),
    cards: new Map(),
    transactions: new Map(),
    disputes: new Map(),
    evidences: new Map(),
    uploads: new Map(),
    events: new Map(),
  };
}

import { randomUUID } from "node:crypto";
import type Lithic from "lithic";
import type { Contract } from "../contract/contract";
import { checkSent } from "./contract";
import { askLithicService, type LithicDecision } from "./decide";
import {
  instantNow,
  type LithicCard,
  type LithicEvent,
  type LithicMerchant,
  type LithicState,
  type LithicTransaction,
  merchantOf,
} from "./objects";
import type { LithicEndpoints, LithicEvents } from "./webhooks";

/** A request of a merchant to the card's issuer. Amounts are cents, or the smallest unit of the merchant's currency. */
export interface LithicPurchase {
  amount: number;
  merchant?: LithicMerchant;
  merchantCurrency?: string;
  merchantAmount?: number;
  cashAmount?: number;
  /** More than the amount where a tip or fuel is expected. */
  holdAmount?: number;
  status?: "AUTHORIZATION" | "FINANCIAL_AUTHORIZATION" | "BALANCE_INQUIRY";
  isAtm?: boolean;
}

export interface LithicNetwork {
  contracts: readonly Contract[];
  state: LithicState;
  endpoints: LithicEndpoints;
  events: LithicEvents;
}

const usd = (amount: number) => ({ amount, currency: "USD" });

const pos = (isAtm: boolean): LithicTransaction["pos"] => ({
  entry_mode: {
    card: "NOT_PRESENT",
    cardholder: "NOT_PRESENT",
    pan: "ECOMMERCE",
    pin_entered: false,
  },
  terminal: {
    attended: false,
    card_retention_capable: false,
    on_premise: false,
    operator: "UNKNOWN",
    partial_approval_capable: false,
    pin_capability: "NOT_CAPABLE",
    type: isAtm ? "ATM" : "ECOMMERCE",
  },
});

/** The body of a request for a decision (Auth Stream Access). */
function asaRequest(token: string, card: LithicCard, purchase: LithicPurchase) {
  const {
    amount,
    merchantAmount = amount,
    merchantCurrency = "USD",
    status = "AUTHORIZATION",
  } = purchase;
  const merchant = { amount: merchantAmount, currency: merchantCurrency };
  return {
    token,
    event_token: randomUUID(),
    status,
    created: instantNow(),
    acquirer_fee: 0,
    amount,
    amounts: {
      cardholder: { ...usd(amount), conversion_rate: "1.000000" },
      hold: status === "AUTHORIZATION" ? usd(purchase.holdAmount ?? amount) : null,
      merchant,
      settlement: status === "FINANCIAL_AUTHORIZATION" ? usd(amount) : null,
    },
    authorization_amount: amount,
    avs: { address: "548 Market Street", address_on_file_match: "MATCH", zipcode: "94104" },
    card: {
      token: card.token,
      last_four: card.last_four,
      memo: card.memo,
      spend_limit: card.spend_limit,
      spend_limit_duration: card.spend_limit_duration,
      state: card.state,
      type: card.type,
    },
    cardholder_currency: "USD",
    cash_amount: purchase.cashAmount ?? 0,
    merchant: merchantOf(purchase.merchant),
    merchant_amount: merchantAmount,
    merchant_currency: merchantCurrency,
    name_validation: null,
    network: "VISA",
    network_risk_score: 5,
    pos: pos(purchase.isAtm ?? false),
    service_location: null,
    settled_amount: 0,
    transaction_initiator: "CARDHOLDER",
  };
}

function newTransaction(
  token: string,
  card: LithicCard,
  purchase: LithicPurchase,
): LithicTransaction {
  const { amount, merchantAmount = amount, merchantCurrency = "USD" } = purchase;
  return {
    token,
    account_token: card.account_token,
    acquirer_fee: 0,
    acquirer_reference_number: null,
    amount,
    amounts: {
      cardholder: { ...usd(0), conversion_rate: "1.000000" },
      hold: usd(0),
      merchant: { amount: 0, currency: merchantCurrency },
      settlement: usd(0),
    },
    authorization_amount: amount,
    authorization_code: "071471",
    avs: null,
    card_token: card.token,
    cardholder_authentication: null,
    created: instantNow(),
    financial_account_token: null,
    merchant: merchantOf(purchase.merchant),
    merchant_amount: merchantAmount,
    merchant_authorization_amount: merchantAmount,
    merchant_currency: merchantCurrency,
    network: "VISA",
    network_risk_score: 5,
    pos: pos(purchase.isAtm ?? false),
    result: "APPROVED",
    service_location: null,
    settled_amount: 0,
    status: "PENDING",
    tags: {},
    token_info: null,
    updated: instantNow(),
    events: [],
  };
}

interface Step {
  type: LithicEvent["type"];
  amount: number;
  polarity?: "DEBIT" | "CREDIT";
  decision?: Pick<LithicDecision, "result" | "detail">;
  /** The held and settled amounts afterwards. */
  heldAmount: number;
  settledAmount: number;
  status: LithicTransaction["status"];
}

/** The network's id of a transaction: 15 digits, as Visa has. */
const visaIdOf = (token: string) =>
  BigInt(`0x${token.slice(0, 8)}`)
    .toString()
    .padStart(15, "4");

/** The network's and the acquirer's ids of an event. The acquirer's reference exists from the clearing on. */
const networkInfoOf = (token: string, type: LithicEvent["type"]): LithicEvent["network_info"] => ({
  acquirer: {
    acquirer_reference_number: type === "CLEARING" ? visaIdOf(token).padStart(23, "7") : null,
    retrieval_reference_number: null,
  },
  amex: null,
  mastercard: null,
  visa: { original_transaction_id: null, transaction_id: visaIdOf(token) },
});

function eventOf(
  { type, amount, polarity = "DEBIT", decision }: Step,
  { token, merchant_currency: currency }: LithicTransaction,
): LithicEvent {
  return {
    token: randomUUID(),
    type,
    amount,
    amounts: {
      cardholder: { ...usd(amount), conversion_rate: "1.000000" },
      merchant: { amount, currency },
      settlement: null,
    },
    created: instantNow(),
    detailed_results: [decision?.detail ?? "APPROVED"],
    effective_polarity: polarity,
    network_info: networkInfoOf(token, type),
    result: decision?.result ?? "APPROVED",
    rule_results: [],
  } as LithicEvent;
}

/** Adds an event. Lithic writes what a transaction holds and has settled as negative amounts. */
function withStep(before: LithicTransaction, step: Step): LithicTransaction {
  const currency = before.merchant_currency;
  return {
    ...before,
    amounts: {
      cardholder: { ...usd(0 - step.settledAmount), conversion_rate: "1.000000" },
      hold: usd(0 - step.heldAmount),
      merchant: { amount: 0 - step.settledAmount, currency },
      settlement: usd(0 - step.settledAmount),
    },
    amount: step.status === "PENDING" ? step.heldAmount : step.settledAmount,
    settled_amount: step.settledAmount,
    status: step.status,
    result: step.decision?.result ?? before.result,
    updated: instantNow(),
    events: [...(before.events ?? []), eventOf(step, before)],
  };
}

/** Why Lithic decides alone, without a request to the service. */
function declinedByLithic(card: LithicCard): LithicDecision | undefined {
  if (card.state === "PAUSED") return { result: "CARD_PAUSED", detail: "CARD_PAUSED" };
  if (card.state === "CLOSED") return { result: "CARD_CLOSED", detail: "CARD_CLOSED" };
  return undefined;
}

/** The actions of Lithic's simulation endpoints, and of real networks: purchases, clearings, reversals and returns. */
export function lithicNetwork({ contracts, state, endpoints, events }: LithicNetwork) {
  const cardOf = (token: string) => {
    const card = state.cards.get(token);
    if (!card) throw new Error(`There is no card ${token}`);
    return card;
  };
  const transactionOf = (token: string) => {
    const found = state.transactions.get(token);
    if (!found) throw new Error(`There is no transaction ${token}`);
    return found;
  };
  const heldOf = ({ amounts }: LithicTransaction) => -amounts.hold.amount;
  const settledOf = ({ amounts }: LithicTransaction) => -amounts.settlement.amount;
  const store = async (transaction: LithicTransaction): Promise<LithicTransaction> => {
    state.transactions.set(transaction.token, transaction);
    await events.emit("card_transaction.updated", transaction);
    return transaction;
  };
  const step = (token: string, of: (before: LithicTransaction) => Step) => {
    const before = transactionOf(token);
    return store(withStep(before, of(before)));
  };
  /** A transaction that begins with an event other than an authorization. */
  const begin = (cardToken: string, purchase: LithicPurchase, first: Step) =>
    store(withStep(newTransaction(randomUUID(), cardOf(cardToken), purchase), first));
  return {
    /** A purchase: Lithic decides, or asks the service, and sends what became of it. */
    async authorize(cardToken: string, purchase: LithicPurchase) {
      const card = cardOf(cardToken);
      const { amount, status = "AUTHORIZATION", holdAmount = amount } = purchase;
      const token = randomUUID();
      const request = asaRequest(token, card, purchase);
      checkSent(contracts, "authorization", request);
      const decision =
        declinedByLithic(card) ?? (await askLithicService(endpoints.authorizations, request));
      const isApproved = decision.result === "APPROVED";
      const isSettled = isApproved && status === "FINANCIAL_AUTHORIZATION";
      const transaction = withStep(newTransaction(token, card, purchase), {
        type: status,
        amount,
        decision,
        heldAmount: isApproved && status === "AUTHORIZATION" ? holdAmount : 0,
        settledAmount: isSettled ? amount : 0,
        status: isSettled ? "SETTLED" : isApproved ? "PENDING" : "DECLINED",
      });
      return { transaction: await store(transaction), decision };
    },
    /** The pending amount becomes another one: an increment, or the final amount of a fuel pump. */
    advise: (token: string, amount: number) =>
      step(token, (before) => ({
        type: "AUTHORIZATION_ADVICE",
        amount,
        heldAmount: amount,
        settledAmount: settledOf(before),
        status: "PENDING",
      })),
    /** The merchant collects. Any amount is possible; a rest stays held if `isFinal` is false. */
    clear: (
      token: string,
      { amount, isFinal = true }: { amount?: number; isFinal?: boolean } = {},
    ) =>
      step(token, (before) => {
        const taken = amount ?? heldOf(before);
        const heldAmount = isFinal ? 0 : Math.max(0, heldOf(before) - taken);
        return {
          type: "CLEARING",
          amount: taken,
          heldAmount,
          settledAmount: settledOf(before) + taken,
          status: heldAmount === 0 ? "SETTLED" : "PENDING",
        };
      }),
    /** The merchant gives up the authorization or a part of it. */
    reverse: (token: string, amount?: number) =>
      step(token, (before) => {
        const given = amount ?? heldOf(before);
        const heldAmount = heldOf(before) - given;
        return {
          type: "AUTHORIZATION_REVERSAL",
          amount: given,
          polarity: "CREDIT",
          heldAmount,
          settledAmount: settledOf(before),
          status: heldAmount === 0 ? "VOIDED" : "PENDING",
        };
      }),
    /** Nobody collected in time. A clearing is still possible. */
    expire: (token: string) =>
      step(token, (before) => ({
        type: "AUTHORIZATION_EXPIRY",
        amount: heldOf(before),
        polarity: "CREDIT",
        heldAmount: 0,
        settledAmount: settledOf(before),
        status: "EXPIRED",
      })),
    /** The merchant collects without an authorization. */
    forceClear: (cardToken: string, purchase: LithicPurchase) =>
      begin(cardToken, purchase, {
        type: "CLEARING",
        amount: purchase.amount,
        heldAmount: 0,
        settledAmount: purchase.amount,
        status: "SETTLED",
      }),
    /** The merchant returns money, with no purchase to link to. */
    refund: (cardToken: string, purchase: LithicPurchase) =>
      begin(cardToken, purchase, {
        type: "RETURN",
        amount: purchase.amount,
        polarity: "CREDIT",
        heldAmount: 0,
        settledAmount: -purchase.amount,
        status: "SETTLED",
      }),
    /** The merchant takes a refund back. */
    reverseRefund: (token: string, amount: number) =>
      step(token, (before) => ({
        type: "RETURN_REVERSAL",
        amount,
        heldAmount: 0,
        settledAmount: settledOf(before) + amount,
        status: "SETTLED",
      })),
    /** Lithic changes its mind about a person. */
    async reviewHolder(
      accountToken: string,
      status: "ACCEPTED" | "PENDING_REVIEW" | "REJECTED",
      reasons: string[] = [],
    ): Promise<void> {
      const all = [...state.holders.values()];
      const holder = all.find(({ account_token }) => account_token === accountToken);
      if (!holder) throw new Error(`There is no account ${accountToken}`);
      Object.assign(holder, { status, status_reasons: reasons });
      const { token, created } = holder;
      const changed = {
        token,
        account_token: accountToken,
        created,
        status,
        status_reasons: reasons,
      };
      await events.emit("account_holder.verification", changed);
    },
    /** Lithic or the network moves a dispute on. */
    async moveDispute(
      token: string,
      status: Lithic.Dispute["status"],
      resolution: Lithic.Dispute["resolution_reason"] = null,
    ): Promise<void> {
      const dispute = state.disputes.get(token);
      if (!dispute) throw new Error(`There is no dispute ${token}`);
      Object.assign(dispute, { status, resolution_reason: resolution });
      await events.emit("dispute.updated", dispute);
    },
    /** Somebody changes a card in Lithic's dashboard. */
    async changeCard(cardToken: string, to: LithicCard["state"]): Promise<void> {
      const card = cardOf(cardToken);
      const previous = { state: card.state };
      card.state = to;
      await events.emit("card.updated", {
        card_token: cardToken,
        state: to,
        previous_fields: previous,
      });
    },
  };
}

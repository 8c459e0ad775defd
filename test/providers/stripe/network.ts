import type Stripe from "stripe";
import type { Contract } from "../contract/contract";
import { askService, type Decision, declinedByStripe } from "./decide";
import { type Merchant, merchantData, newId, unixNow } from "./objects";
import type { StripeState } from "./state";
import { checkObject, type EventSender, type StripeEndpoints } from "./webhooks";

type Authorization = Stripe.Issuing.Authorization;
type PendingRequest = Stripe.Issuing.Authorization.PendingRequest;
type Transaction = Stripe.Issuing.Transaction;

/** A request of a merchant to the card's issuer. Amounts are cents, or the smallest unit of the merchant's currency. */
export interface PurchaseRequest {
  amount: number;
  merchant?: Merchant;
  /** Lower case. */
  merchantCurrency?: string;
  merchantAmount?: number;
  atmFee?: number;
  isAmountControllable?: boolean;
  method?: Stripe.Issuing.Authorization.AuthorizationMethod;
}

export interface Network {
  contract: Contract;
  state: StripeState;
  endpoints: StripeEndpoints;
  events: EventSender;
  /** The account's setting for requests that the service does not answer. */
  isApprovedByDefault: () => boolean;
}

function newAuthorization(card: Stripe.Issuing.Card, request: PurchaseRequest): Authorization {
  const { merchant = {}, method = "online" } = request;
  return {
    id: newId("iauth"),
    object: "issuing.authorization",
    amount: 0,
    amount_details: { atm_fee: request.atmFee ?? null, cashback_amount: null },
    approved: false,
    authorization_method: method,
    balance_transactions: [],
    card,
    card_presence: method === "online" ? "not_present" : "present",
    cardholder: card.cardholder.id,
    created: unixNow(),
    currency: card.currency,
    fleet: null,
    fuel: null,
    livemode: false,
    merchant_amount: 0,
    merchant_currency: request.merchantCurrency ?? card.currency,
    merchant_data: merchantData(merchant),
    metadata: {},
    network_data: {
      acquiring_institution_id: null,
      system_trace_audit_number: null,
      transaction_id: newId("net"),
    },
    pending_request: null,
    request_history: [],
    status: "pending",
    token: null,
    transactions: [],
    verification_data: {
      address_line1_check: "not_provided",
      address_postal_code_check: "match",
      authentication_exemption: null,
      cvc_check: "match",
      expiry_check: "match",
      postal_code: null,
      three_d_secure: null,
    },
    verified_by_fraud_challenge: null,
    wallet: null,
  };
}

/** Merges a decision into the authorization: for an increment the amounts grow. */
function decided(
  before: Authorization,
  pending: PendingRequest,
  decision: Decision,
): Authorization {
  const amount = decision.amount ?? pending.amount;
  const isFirst = before.request_history.length === 0;
  const counts = decision.approved || isFirst;
  return {
    ...before,
    amount: before.amount + (counts ? amount : 0),
    merchant_amount: before.merchant_amount + (counts ? pending.merchant_amount : 0),
    approved: isFirst ? decision.approved : before.approved,
    status: isFirst && !decision.approved ? "closed" : before.status,
    metadata: { ...before.metadata, ...decision.metadata },
    pending_request: null,
    request_history: [
      {
        amount,
        amount_details: pending.amount_details,
        approved: decision.approved,
        authorization_code: decision.approved ? "001234" : null,
        created: unixNow(),
        currency: pending.currency,
        merchant_amount: pending.merchant_amount,
        merchant_currency: pending.merchant_currency,
        network_risk_score: null,
        reason: decision.reason,
        reason_message: decision.message,
        requested_at: unixNow(),
      },
      ...before.request_history,
    ],
  };
}

async function decide(
  { state, endpoints, isApprovedByDefault }: Network,
  pending: Authorization,
): Promise<Decision> {
  const amount = pending.pending_request?.amount ?? 0;
  const reason = declinedByStripe(pending.card, amount, state.balanceCents);
  if (reason) return { approved: false, reason, message: null };
  return askService(endpoints.authorizations, pending, isApprovedByDefault());
}

async function request(network: Network, before: Authorization, wanted: PurchaseRequest) {
  const { amount, merchantAmount = amount, isAmountControllable = false, atmFee } = wanted;
  const pending: PendingRequest = {
    amount,
    amount_details: { atm_fee: atmFee ?? null, cashback_amount: null },
    currency: before.currency,
    is_amount_controllable: isAmountControllable,
    merchant_amount: merchantAmount,
    merchant_currency: before.merchant_currency,
    network_risk_score: 12,
  };
  const asked = { ...before, pending_request: pending };
  checkObject(network.contract, asked);
  const decision = await decide(network, asked);
  const authorization = decided(before, pending, decision);
  network.state.authorizations.set(authorization.id, authorization);
  return { authorization, decision };
}

/** The actions of Stripe's test helpers, and of real networks: purchases, captures, reversals and refunds. */
export function stripeNetwork(network: Network) {
  const { state, events } = network;
  const authorizationOf = (id: string) => {
    const found = state.authorizations.get(id);
    if (!found) throw new Error(`There is no authorization ${id}`);
    return found;
  };
  const change = async (id: string, changes: Partial<Authorization>): Promise<Authorization> => {
    const before = authorizationOf(id);
    const after = { ...before, ...changes };
    state.authorizations.set(id, after);
    await events.emit("issuing_authorization.updated", after, before);
    return after;
  };
  const cardOf = (id: string) => {
    const stored = state.cards.get(id);
    if (!stored) throw new Error(`There is no card ${id}`);
    const { card } = stored;
    return { ...card, cardholder: state.cardholders.get(card.cardholder.id) ?? card.cardholder };
  };
  /** Books a transaction: captures are negative, as Stripe writes them. */
  const book = async (
    cardId: string,
    type: "capture" | "refund",
    amount: number,
    { merchant = {}, merchantCurrency, merchantAmount = amount }: Partial<PurchaseRequest> = {},
    authorization: Authorization | null = null,
  ): Promise<Transaction> => {
    const card = cardOf(cardId);
    const transaction: Transaction = {
      id: newId("ipi"),
      object: "issuing.transaction",
      amount,
      amount_details: { atm_fee: null, cashback_amount: null },
      authorization: authorization?.id ?? null,
      balance_transaction: null,
      card: cardId,
      cardholder: card.cardholder.id,
      created: unixNow(),
      currency: card.currency,
      dispute: null,
      livemode: false,
      merchant_amount: merchantAmount,
      merchant_currency: merchantCurrency ?? authorization?.merchant_currency ?? card.currency,
      merchant_data: authorization?.merchant_data ?? merchantData(merchant),
      metadata: {},
      network_data: {
        authorization_code: "001234",
        processing_date: new Date().toISOString().slice(0, 10),
        transaction_id: null,
      },
      token: null,
      type,
      wallet: null,
    };
    state.transactions.set(transaction.id, transaction);
    state.balanceCents += amount;
    await events.emit("issuing_transaction.created", transaction);
    return transaction;
  };
  return {
    /** A purchase: Stripe decides, or asks the service, and sends what became of it. */
    async authorize(cardId: string, wanted: PurchaseRequest) {
      const made = await request(network, newAuthorization(cardOf(cardId), wanted), wanted);
      await events.emit("issuing_authorization.created", made.authorization);
      return made;
    },
    /** The merchant wants more: the service is asked for the additional amount. */
    async increment(id: string, wanted: PurchaseRequest) {
      const before = authorizationOf(id);
      const made = await request(network, before, wanted);
      await events.emit("issuing_authorization.updated", made.authorization, before);
      return made;
    },
    /** The merchant collects. Any amount is possible; the authorization stays open if `isFinal` is false. */
    async capture(
      id: string,
      { amount, isFinal = true }: { amount?: number; isFinal?: boolean } = {},
    ) {
      const before = authorizationOf(id);
      const card = typeof before.card === "string" ? before.card : before.card.id;
      const taken = amount ?? before.amount;
      const transaction = await book(card, "capture", -taken, {}, before);
      const transactions = [...before.transactions, transaction];
      await change(id, { transactions, ...(isFinal ? { status: "closed" } : {}) });
      return transaction;
    },
    /** The merchant gives up the authorization or a part of it. */
    reverse(id: string, amount?: number): Promise<Authorization> {
      const before = authorizationOf(id);
      const left = before.amount - (amount ?? before.amount);
      return change(id, {
        amount: left,
        merchant_amount: left,
        ...(left === 0 ? { status: "reversed" } : {}),
      });
    },
    /** Nobody collected in time. A capture is still possible. */
    expire: (id: string): Promise<Authorization> => change(id, { status: "expired" }),
    /** The final amount of a fuel pump, which may be more or less than the authorized one. */
    finalizeAmount: (id: string, amount: number): Promise<Authorization> =>
      change(id, { amount, merchant_amount: amount }),
    /** The merchant collects without an authorization. */
    forceCapture: (cardId: string, amount: number, of: Partial<PurchaseRequest> = {}) =>
      book(cardId, "capture", -amount, of),
    /** The merchant returns money of a purchase, or without one. */
    refund: (cardId: string, amount: number, authorizationId?: string) =>
      book(
        cardId,
        "refund",
        amount,
        {},
        authorizationId === undefined ? null : authorizationOf(authorizationId),
      ),
    /** The merchant takes a refund back. */
    reverseRefund: (cardId: string, amount: number) => book(cardId, "refund", -amount),
    /** The network decides a dispute, or Stripe closes it as expired. */
    async decideDispute(
      id: string,
      status: "won" | "lost" | "expired",
      loss_reason?: Stripe.Issuing.Dispute.LossReason,
    ): Promise<void> {
      const before = state.disputes.get(id);
      if (!before) throw new Error(`There is no dispute ${id}`);
      const after = { ...before, status, ...(loss_reason && { loss_reason }) };
      state.disputes.set(id, after);
      await events.emit("issuing_dispute.closed", after, before);
    },
    /** Somebody changes a card in Stripe's dashboard. */
    async changeCard(cardId: string, status: Stripe.Issuing.Card.Status): Promise<void> {
      const before = cardOf(cardId);
      const stored = state.cards.get(cardId);
      if (stored) stored.card = { ...stored.card, status };
      await events.emit("issuing_card.updated", cardOf(cardId), before);
    },
  };
}

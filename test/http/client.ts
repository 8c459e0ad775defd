import { randomUUID } from "node:crypto";
import * as card from "@/app/api/v1/partner/card/[serviceCardId]/route";
import * as dispute from "@/app/api/v1/partner/card/disputes/[disputeId]/route";
import * as disputes from "@/app/api/v1/partner/card/disputes/route";
import * as evidenceFile from "@/app/api/v1/partner/card/evidence-files/[fileId]/route";
import * as fund from "@/app/api/v1/partner/card/fund/route";
import * as cards from "@/app/api/v1/partner/card/route";
import * as terminate from "@/app/api/v1/partner/card/terminate/[serviceCardId]/route";
import * as openDispute from "@/app/api/v1/partner/card/transactions/[serviceTransactionId]/disputes/route";
import * as evidenceFiles from "@/app/api/v1/partner/card/transactions/[serviceTransactionId]/evidence-files/route";
import * as cardTransactions from "@/app/api/v1/partner/card/transactions/route";
import * as withdraw from "@/app/api/v1/partner/card/withdraw/route";
import * as balance from "@/app/api/v1/partner/wallet/balance/route";
import * as walletTransactions from "@/app/api/v1/partner/wallet/transactions/route";
import * as authorizations from "@/app/api/v1/sandbox/cards/[serviceCardId]/authorizations/route";
import * as networkMessages from "@/app/api/v1/sandbox/cards/[serviceCardId]/network-messages/route";
import * as clock from "@/app/api/v1/sandbox/clock/route";
import * as disputeOutcome from "@/app/api/v1/sandbox/disputes/[disputeId]/route";
import * as refund from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/refund/route";
import * as reverse from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/reverse/route";
import * as settle from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/settle/route";
import type { TestPartner } from "../fixtures/make";
import { type Answer, type CallOptions, call } from "./call";

type Query = Record<string, string | number>;

/** A file of evidence; a PDF by default. */
interface SentFile {
  bytes: Uint8Array;
  name?: string;
  type?: string;
}

/** The default merchant of an authorization. */
const MERCHANT = { merchantName: "Blue Bottle Coffee", merchantCountry: "US" };

/**
 * A client like a partner's server, which calls each operation through its route's handler. Idempotency keys are fresh
 * unless given; an empty key is not sent, so that a key in `headers` is used.
 */
export function clientOf(
  { apiKey }: Pick<TestPartner, "apiKey">,
  headers: Record<string, string> = {},
) {
  const send = (handler: Parameters<typeof call>[0], options: CallOptions) =>
    call(handler, { apiKey, headers, ...options });
  const post = (body: unknown, idempotencyKey: string) => ({
    method: "POST",
    body,
    idempotencyKey,
  });
  return {
    createCard: (body: unknown, key: string = randomUUID()) => send(cards.POST, post(body, key)),
    listCards: (query: Query = {}) => send(cards.GET, { query }),
    switchCard: (serviceCardId: string, status: string) =>
      send(cards.PATCH, { method: "PATCH", body: { serviceCardId, status } }),
    getCard: (serviceCardId: string) => send(card.GET, { params: { serviceCardId } }),
    fund: (body: unknown, key: string = randomUUID()) => send(fund.POST, post(body, key)),
    withdraw: (body: unknown, key: string = randomUUID()) => send(withdraw.POST, post(body, key)),
    terminate: (serviceCardId: string, options: CallOptions = {}) =>
      send(terminate.DELETE, {
        method: "DELETE",
        params: { serviceCardId },
        idempotencyKey: randomUUID(),
        ...options,
      }),
    listCardTransactions: (query: Query = {}) => send(cardTransactions.GET, { query }),
    listWalletTransactions: (query: Query = {}) => send(walletTransactions.GET, { query }),
    balance: () => send(balance.GET, {}),
    authorize: (serviceCardId: string, body: Record<string, unknown>) =>
      send(authorizations.POST, {
        method: "POST",
        params: { serviceCardId },
        body: { ...MERCHANT, ...body },
      }),
    settle: (id: string, amount?: unknown) => send(settle.POST, change(id, amount)),
    reverse: (id: string, amount?: unknown) => send(reverse.POST, change(id, amount)),
    refund: (id: string, amount?: unknown) => send(refund.POST, change(id, amount)),
    dispute: (serviceTransactionId: string, body: unknown, key: string = randomUUID()) =>
      send(openDispute.POST, { ...post(body, key), params: { serviceTransactionId } }),
    addFile: (serviceTransactionId: string, { bytes, name = "receipt.pdf", type }: SentFile) =>
      send(evidenceFiles.POST, {
        method: "POST",
        params: { serviceTransactionId },
        query: { name },
        body: bytes,
        headers: { ...headers, "content-type": type ?? "application/pdf" },
      }),
    listFiles: (serviceTransactionId: string) =>
      send(evidenceFiles.GET, { params: { serviceTransactionId } }),
    removeFile: (fileId: string) =>
      send(evidenceFile.DELETE, { method: "DELETE", params: { fileId } }),
    getDispute: (disputeId: string) => send(dispute.GET, { params: { disputeId } }),
    listDisputes: (query: Query = {}) => send(disputes.GET, { query }),
    networkMessage: (serviceCardId: string, body: unknown) =>
      send(networkMessages.POST, { method: "POST", params: { serviceCardId }, body }),
    clock: () => send(clock.GET, {}),
    advanceClock: (body: unknown) => send(clock.POST, { method: "POST", body }),
    decideDispute: (disputeId: string, outcome: string) =>
      send(disputeOutcome.POST, { method: "POST", params: { disputeId }, body: { outcome } }),
  };
}

export type Client = ReturnType<typeof clientOf>;

function change(serviceTransactionId: string, amount: unknown): CallOptions {
  const body = amount === undefined ? {} : { amount };
  return { method: "POST", params: { serviceTransactionId }, body };
}

/** Sends `count` calls concurrently. */
export function atOnce(count: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

/** Counts the responses by status: `{200: 1, 400: 19}`. */
export function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

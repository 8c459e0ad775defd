import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import * as fund from "@/app/api/v1/partner/card/fund/route";
import * as cards from "@/app/api/v1/partner/card/route";
import * as terminate from "@/app/api/v1/partner/card/terminate/[serviceCardId]/route";
import * as withdraw from "@/app/api/v1/partner/card/withdraw/route";
import * as withdrawals from "@/app/api/v1/partner/withdrawal/route";
import * as users from "@/app/api/v2/partner/card/users/route";
import {
  createCardContract,
  fundCardContract,
  terminateCardContract,
  withdrawFromCardContract,
} from "@/lib/cards/contract";
import type { AnyContract } from "@/lib/contract/contract";
import { createUserContract } from "@/lib/users/contract";
import { createWithdrawalContract } from "@/lib/withdrawals/contract";
import { makeApprovedUser, makeCard, type TestPartner } from "../fixtures/make";
import { userBody } from "../fixtures/sample-user";
import { ADDRESS } from "../fixtures/withdrawals";
import { type Answer, call, type Handler } from "./call";
import { statuses } from "./client";
import { expectUsedKey } from "./expect-answer";

/** Selects one of two requests that differ only in their content. */
export type Content = "one" | "other";

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** An endpoint that moves money and takes an idempotency key. */
export interface IdempotentEndpoint {
  name: string;
  contract: Pick<AnyContract, "method" | "path">;
  handler: Handler;
  /** The response to the second use of a key with the same content. Source: design 7. */
  rule: "refuse" | "replay" | "show";
  success: 200 | 201;
  /** The change of the wallet's balance by the request, in USD. */
  gains: Record<Content, number>;
  /** Creates the subject of a request: a card, a user or an address. */
  makeSubject(partner: TestPartner): Promise<string>;
  ask(subject: string, content: Content): Asked;
}

const CARD_USD = 50;
const card = (partner: TestPartner) => makeCard(partner, { amountUsd: CARD_USD });
const usd = (content: Content) => (content === "one" ? 10 : 11);

/** The six idempotent endpoints of the spec. */
export const IDEMPOTENT_ENDPOINTS: readonly IdempotentEndpoint[] = [
  {
    name: "Create User",
    contract: createUserContract,
    handler: users.POST,
    rule: "replay",
    success: 201,
    gains: { one: -2, other: -2 },
    makeSubject: async () => `${randomUUID()}@example.com`,
    ask: (email, content) => ({ body: userBody({ email, city: content }) }),
  },
  {
    name: "Create Card",
    contract: createCardContract,
    handler: cards.POST,
    rule: "replay",
    success: 201,
    gains: { one: -11, other: -12 },
    makeSubject: makeApprovedUser,
    ask: (serviceId, content) => ({ body: { serviceId, amount: usd(content) } }),
  },
  {
    name: "Fund Card",
    contract: fundCardContract,
    handler: fund.POST,
    rule: "refuse",
    success: 200,
    gains: { one: -10, other: -11 },
    makeSubject: card,
    ask: (serviceCardId, content) => ({ body: { serviceCardId, amount: usd(content) } }),
  },
  {
    name: "Withdraw from Card",
    contract: withdrawFromCardContract,
    handler: withdraw.POST,
    rule: "refuse",
    success: 200,
    gains: { one: 9, other: 10 },
    makeSubject: card,
    ask: (serviceCardId, content) => ({
      body: { serviceCardId, amount: usd(content), reference: "r" },
    }),
  },
  {
    name: "Terminate Card",
    contract: terminateCardContract,
    handler: terminate.DELETE,
    rule: "replay",
    success: 200,
    gains: { one: CARD_USD, other: CARD_USD },
    makeSubject: card,
    ask: (serviceCardId, reference) => ({ params: { serviceCardId }, query: { reference } }),
  },
  {
    name: "Create Withdrawal",
    contract: createWithdrawalContract,
    handler: withdrawals.POST,
    rule: "show",
    success: 200,
    gains: { one: -10, other: -11 },
    makeSubject: async () => ADDRESS,
    ask: (toAddress, content) => ({ body: { toAddress, amount: usd(content) } }),
  },
];

/** A request with an idempotency key, which a test repeats or varies. */
export interface KeyedRequest {
  endpoint: IdempotentEndpoint;
  partner: TestPartner;
  subject: string;
  key: string;
  content?: Content;
}

/** Sends the request through the route's handler. */
export function sendKeyed({ endpoint, partner, subject, key, content = "one" }: KeyedRequest) {
  const { method } = endpoint.contract;
  const asked = endpoint.ask(subject, content);
  return call(endpoint.handler, {
    method,
    apiKey: partner.apiKey,
    idempotencyKey: key,
    ...asked,
  });
}

const isReplayed = ({ headers }: Answer) => headers.has("idempotent-replayed");
const dataOf = ({ json }: Answer) =>
  JSON.stringify(Object.entries(json.data).sort(([first], [second]) => (first < second ? -1 : 1)));

/** Whether this is the response of the first execution, not of a repeat. */
function isFirst({ success }: IdempotentEndpoint, answer: Answer): boolean {
  return answer.status === success && !isReplayed(answer);
}

/** Expects the responses to a repeated request to show one execution, reported as the endpoint's rule requires. */
export function expectOnce(endpoint: IdempotentEndpoint, answers: Answer[]): void {
  const { rule, success, name } = endpoint;
  if (rule === "refuse") {
    expect(statuses(answers), name).toEqual({ [success]: 1, ...repeats(answers.length - 1) });
    for (const answer of answers) if (answer.status !== success) expectUsedKey(answer);
    return;
  }
  expect(statuses(answers), name).toEqual({ [success]: answers.length });
  expect(new Set(answers.map(dataOf)).size, name).toBe(1);
  expect(answers.filter(isReplayed), name).toHaveLength(answers.length - 1);
}

const repeats = (count: number) => (count === 0 ? {} : { 400: count });

/** As `expectOnce`, for two contents that were sent with one key. Returns the executed content. */
export function expectOneContent(
  endpoint: IdempotentEndpoint,
  answers: Record<Content, Answer[]>,
): Content {
  const all = [...answers.one, ...answers.other];
  if (endpoint.rule === "show") {
    expectOnce(endpoint, all);
    return all[0]?.json.data.amount === usd("one") ? "one" : "other";
  }
  const isOne = answers.one.some((answer) => isFirst(endpoint, answer));
  expectOnce(endpoint, isOne ? answers.one : answers.other);
  for (const answer of isOne ? answers.other : answers.one) expectUsedKey(answer);
  return isOne ? "one" : "other";
}

/** Expects the response to a repeat of an executed request, with the same key and content. */
export function expectRepeat(endpoint: IdempotentEndpoint, answer: Answer): void {
  const { rule, success } = endpoint;
  if (rule === "refuse") {
    expectUsedKey(answer);
    return;
  }
  expect(answer.status).toBe(success);
  expect(isReplayed(answer)).toBe(true);
}

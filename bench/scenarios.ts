import { randomUUID } from "node:crypto";
import type { Request } from "./load";
import type { Bulk, Subjects } from "./subjects";

export interface Scenario {
  name: string;
  /** The ratio to the bare handler that is wanted on 2 cores. */
  wanted?: number;
  next: () => Request;
}

/** Goes round its subjects, so that no single row is the benchmark. */
function rotating(list: readonly string[]): () => string {
  let index = 0;
  return () => list[index++ % list.length] ?? "";
}

const get = (path: string, apiKey: string): Request => ({
  method: "GET",
  path,
  headers: { authorization: `Bearer ${apiKey}` },
});

export const bareScenario: Scenario = {
  name: "bare route handler",
  next: () => ({ method: "GET", path: "/api/health" }),
};

export const listCards = (bulk: Bulk) => () => get("/api/v1/partner/card", bulk.apiKey);
export const listTransactions = (bulk: Bulk) => () =>
  get(`/api/v1/partner/card/transactions?serviceCardId=${bulk.cardId}`, bulk.apiKey);

/** What is measured beside the bare handler. */
export function scenarios({ apiKey, cardIds, bulks }: Subjects): Scenario[] {
  const nextCard = rotating(cardIds);
  const post = (path: string, body: object): Request => ({
    method: "POST",
    path,
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const purchase = { amount: 0.01, merchantName: "Bench", merchantCountry: "US" };
  const payout = { amount: 5, toAddress: "0x52908400098527886E0F7030069857D2E4169EE7" };
  return [
    {
      name: "Get Card",
      wanted: 0.75,
      next: () => get(`/api/v1/partner/card/${nextCard()}`, apiKey),
    },
    { name: "List Cards (50 of 100,000)", wanted: 0.5, next: listCards(bulks.list) },
    {
      name: "List Card Transactions (50 of 100,000 of a card)",
      next: listTransactions(bulks.list),
    },
    {
      name: "Fund Card",
      wanted: 0.6,
      next: () => post("/api/v1/partner/card/fund", { serviceCardId: nextCard(), amount: 5 }),
    },
    {
      name: "Withdraw from Card",
      next: () =>
        post("/api/v1/partner/card/withdraw", {
          serviceCardId: nextCard(),
          amount: 5,
          reference: "bench",
        }),
    },
    {
      name: "Card authorisation",
      next: () => post(`/api/v1/sandbox/cards/${nextCard()}/authorizations`, purchase),
    },
    { name: "Create Withdrawal", next: () => post("/api/v1/partner/withdrawal", payout) },
  ];
}

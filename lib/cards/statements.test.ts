import "@/test/database";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { callerCache } from "@/lib/auth/caller-cache";
import { type Client, clientOf } from "@/test/client";
import { endTests, makeCard, makePartner } from "@/test/make";

/** Written beside the requests, some time later. */
const BESIDE = ["insert_requests", "record_key_uses"];

let client: Client;
let serviceCardId: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
  // From then on the service knows who asks.
  await vi.waitFor(async () => {
    await client.getCard(serviceCardId);
    expect(await statementsOf(() => client.getCard(serviceCardId))).not.toContain(
      "find_caller_by_key_hash",
    );
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await callerCache().close();
  await endTests();
});

/** The statements that a request sends, by their names and in order. */
async function statementsOf(ask: () => Promise<{ status: number }>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const { status } = await ask();
  expect(status).toBe(200);
  const names = query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === "object" && statement !== null && "name" in statement
      ? String(statement.name)
      : String(statement),
  );
  query.mockRestore();
  return names.filter((name) => !BESIDE.includes(name));
}

const body = () => ({ serviceCardId, amount: 5 });

/** Design 5: one statement reads what the decision needs, one call commits it all. */
test.each<[string, () => Promise<{ status: number }>, string[]]>([
  ["Get Card", () => client.getCard(serviceCardId), ["find_card"]],
  ["List Cards", () => client.listCards(), ["list_cards"]],
  [
    "List Card Transactions of a card",
    () => client.listCardTransactions({ serviceCardId }),
    ["list_transactions_of_card"],
  ],
  ["Fund Card", () => client.fund(body()), ["find_card_state", "commit_together"]],
  ["Fund Card of a card that was read before", () => client.fund(body()), ["commit_together"]],
  [
    "Withdraw from Card, of a card that was read before",
    () => client.withdraw({ ...body(), reference: "r" }),
    ["commit_together"],
  ],
  [
    "a card authorisation",
    () => client.authorize(serviceCardId, { amount: 1 }),
    ["find_card_state", "commit_together"],
  ],
  [
    "Terminate Card",
    () => client.terminate(serviceCardId),
    ["find_card_state", "count_terminated_since", "commit_together"],
  ],
])("%s takes these statements and no more", async (_, ask, statements) => {
  expect(await statementsOf(ask)).toEqual(statements);
});

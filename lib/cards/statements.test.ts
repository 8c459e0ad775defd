import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { statementsOf } from "@/test/database/statements-of";
import { eventually } from "@/test/eventually";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { type Client, clientOf } from "@/test/http/client";

let client: Client;
let withdrawals: ReturnType<typeof withdrawalsOf>;
let serviceCardId: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  client = clientOf(partner);
  withdrawals = withdrawalsOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
  // From here on, the API key's caller is cached.
  await eventually(async () => {
    await client.getCard(serviceCardId);
    expect(await statementsFor(() => client.getCard(serviceCardId))).not.toContain(
      "find_caller_by_key_hash",
    );
  });
});
afterAll(async () => {
  await callerCache().close();
  await endTests();
});

/** Returns the statements of a request, which must succeed with 200. */
async function statementsFor(ask: () => Promise<{ status: number }>): Promise<string[]> {
  const { answer, statements } = await statementsOf(ask);
  expect(answer.status).toBe(200);
  return statements;
}

const body = () => ({ serviceCardId, amount: 5 });

/** Design 5: one statement reads the inputs of the decision, one call commits its result. */
test.each<[string, () => Promise<{ status: number }>, string[]]>([
  ["Get Card", () => client.getCard(serviceCardId), ["find_cards"]],
  ["List Cards", () => client.listCards(), ["list_cards"]],
  [
    "List Card Transactions of a card",
    () => client.listCardTransactions({ serviceCardId }),
    ["list_transactions_of_card"],
  ],
  ["Fund Card", () => client.fund(body()), ["find_card_state", "commit_change_sets"]],
  ["Fund Card of a card that was read before", () => client.fund(body()), ["commit_change_sets"]],
  [
    "Withdraw from Card, of a card that was read before",
    () => client.withdraw({ ...body(), reference: "r" }),
    ["commit_change_sets"],
  ],
  [
    "a card authorization",
    () => client.authorize(serviceCardId, { amount: 1 }),
    ["find_card_to_authorize", "commit_change_sets"],
  ],
  [
    "Terminate Card",
    () => client.terminate(serviceCardId),
    ["find_card_state", "count_terminated_since", "commit_change_sets"],
  ],
])("%s needs exactly these statements", async (_, ask, statements) => {
  expect(await statementsFor(ask)).toEqual(statements);
});

test("Create Withdrawal reads on shared connections, in any order, then commits", async () => {
  const reads = [
    "find_payout_policy_state",
    "find_withdrawal_creation_state",
    "list_key_addresses",
  ];
  const statements = await statementsFor(() =>
    withdrawals.create({ amount: 5, toAddress: ADDRESS }),
  );
  expect([statements.slice(0, 3).toSorted(), statements.slice(3)]).toEqual([
    reads,
    ["commit_change_sets"],
  ]);
});

import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as fund } from "@/app/api/v1/partner/card/fund/route";
import { GET as explain } from "@/app/api/v1/partner/explain/[id]/route";
import { requestLog } from "@/lib/request-log/request-log";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { type Client, clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: Client;
let browser: Browser;
let card: string;

beforeAll(async () => {
  partner = await makePartner({ fees: { fundingFeeMicroUsd: 250_000n } });
  client = clientOf(partner);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  card = await makeCard(partner, { amountUsd: 1_000 });
});
afterAll(endTests);

const cents = (usd: number) => Math.round(usd * 1e6);

/** An explanation that adds up: its lines to its total, each journal to zero. */
async function explained(id: string, by = browser) {
  await requestLog().flush();
  const { status, json } = await by.call(explain, { params: { id } });
  expect(status, JSON.stringify(json)).toBe(200);
  const { lines, total, journals } = json.data;
  const sum = (list: { amount: number }[]) =>
    list.reduce((all, { amount }) => all + cents(amount), 0);
  expect(sum(lines)).toBe(cents(total.amount));
  for (const journal of journals) expect(sum(journal.legs)).toBe(0);
  return json.data;
}
const linesOf = ({ lines }: { lines: { text: string; amount: number }[] }) =>
  lines.map(({ text, amount }) => [text, amount]);
const authorize = async (amount: number, more: object = {}) =>
  String((await client.authorize(card, { amount, ...more })).json.data.serviceTransactionId);
const newest = async (category: string): Promise<string> => {
  const [row] = await sql(
    "SELECT id FROM wallet_transactions WHERE partner_id = $1 AND category = $2 ORDER BY id DESC LIMIT 1",
    [partner.partnerId, category],
  );
  return row.id;
};

describe("the lines of every wallet transaction sum to its amount", () => {
  test.each([
    ["kyc_fee", [["Fees", -2]]],
    ["card_creation_fee", [["Fees", -1]]],
    ["card_funding", [["Card", -50]]],
    ["funding_fee", [["Fees", -0.25]]],
    [
      "card_withdrawal",
      [
        ["Card", 20],
        ["Fees", -1],
      ],
    ],
    ["liquidation", [["Card", 30]]],
    ["deposit", [["On-chain: USDC on base-sepolia", 10_000]]],
    ["withdrawal", [["Reserved for withdrawal", -100]]],
    ["withdrawal_refund", [["Reserved for withdrawal", 100]]],
  ])("%s", async (category, lines) => {
    if (category === "kyc_fee") await userClientOf(partner).make();
    if (category === "card_funding") await client.fund({ serviceCardId: card, amount: 50 });
    if (category === "card_withdrawal")
      await client.withdraw({ serviceCardId: card, amount: 20, reference: "r" });
    if (category === "liquidation")
      await client.terminate(await makeCard(partner, { amountUsd: 30 }));
    if (category === "withdrawal") await makeWithdrawal(partner, "pending");
    if (category === "withdrawal_refund") await makeWithdrawal(partner, "cancelled");
    const id = await newest(category);
    const [row] = await sql("SELECT * FROM wallet_transactions WHERE id = $1", [id]);
    const data = await explained(id);
    const shown = Number(row.amount_micro_usd) * (row.type === "debit" ? -1 : 1);
    expect(cents(data.total.amount)).toBe(shown);
    expect(data.total.text).toBe("Your wallet");
    expect(
      linesOf(data).map(([text, amount]) => [
        String(text).replace(/^Card ending .*/, "Card"),
        amount,
      ]),
    ).toEqual(lines);
    const own = data.journals[0].legs.find(({ text }: { text: string }) => text === "Your wallet");
    expect(own.balanceAfter).toBeGreaterThan(0);
  });
});

describe("every transaction of a card", () => {
  const merchant = "Blue Bottle Coffee";

  test("held", async () => {
    const data = await explained(await authorize(25));
    expect(data).toMatchObject({ total: { amount: -25 } });
    expect(data.sentence).toMatch(`${merchant} authorized 25.00 USD`);
    expect(data.events).toMatchObject([{ event: "card.transaction-event", status: "not_sent" }]);
  });

  test("partly reversed: the remaining hold", async () => {
    const id = await authorize(25);
    await client.reverse(id, 5);
    await client.reverse(id, 4);
    const data = await explained(id);
    expect(data.total.amount).toBe(-16);
    expect(data.journals).toHaveLength(3);
  });

  test("fully reversed: zero, with each movement", async () => {
    const id = await authorize(25);
    await client.reverse(id);
    const data = await explained(id);
    expect(linesOf(data)).toEqual([
      ["Authorization hold", -25],
      ["Reversal by the merchant", 25],
    ]);
    expect(data.total.amount).toBe(0);
  });

  test.each([[25], [20]])("held 25 and settled %d: the settled amount", async (amount) => {
    const id = await authorize(25);
    await client.settle(id, amount);
    const data = await explained(id);
    expect(linesOf(data)).toEqual([["Card network", -amount]]);
    expect(data.sentence).toMatch(`${merchant} settled`);
  });

  test("held 25 and settled 27.5: the increase is explained under its own id", async () => {
    const id = await authorize(25);
    await client.settle(id, 27.5);
    expect(linesOf(await explained(id))).toEqual([["Card network", -25]]);
    expect(linesOf(await explained(`${id}_inc`))).toEqual([["Card network", -2.5]]);
  });

  test("reversed in part: the reversal is explained under its own id", async () => {
    const id = await authorize(25);
    await client.reverse(id, 4);
    await client.reverse(id, 5);
    const data = await explained(`${id}_rev2`);
    expect(linesOf(data)).toEqual([[expect.stringMatching("^Held on card ending"), 5]]);
    expect(data.sentence).toMatch("reversed 5.00 USD");
  });

  test("declined: the reason and no journal", async () => {
    const data = await explained(await authorize(90_000));
    expect(data).toMatchObject({ lines: [], journals: [], total: { amount: 0 } });
    expect(data.sentence).toMatch(/insufficient funds/);
  });

  test("a purchase is explained with its cross-border fee and its refund", async () => {
    const id = await authorize(20, { merchantCountry: "DE", currency: "EUR" });
    await client.settle(id);
    await client.refund(id, 5);
    expect((await explained(`${id}_fx`)).total.amount).toBe(-0.6);
    const refund = await explained(`${id}_rev`);
    expect(refund.total.amount).toBe(5);
    expect(refund.events.length).toBe((await explained(id)).events.length);
  });

  test("a card withdrawal and a liquidation are explained", async () => {
    const { json } = await client.withdraw({ serviceCardId: card, amount: 20, reference: "r" });
    const withdrawn = await explained(json.data.serviceTransactionId);
    expect(linesOf(withdrawn)).toEqual([
      ["Your wallet", -19],
      ["Fees", -1],
    ]);
    expect(withdrawn.events).toMatchObject([{ event: "wallet.deposit.card-withdrawal" }]);
    const ended = await makeCard(partner, { amountUsd: 30 });
    await client.terminate(ended);
    const [{ id }] = await sql("SELECT id FROM card_transactions WHERE card_id = $1", [ended]);
    expect((await explained(id)).total.amount).toBe(-30);
  });
});

describe("a withdrawal", () => {
  test.each([
    ["pending", [["Reserved for withdrawal", -100]], -100],
    ["approved", [["Reserved for withdrawal", -100]], -100],
    [
      "completed",
      [
        ["On-chain: USDC on base", -99.5],
        ["Fees", -0.5],
      ],
      -100,
    ],
    [
      "cancelled",
      [
        ["Withdrawal requested", -100],
        ["Withdrawal refunded", 100],
      ],
      0,
    ],
    [
      "rejected",
      [
        ["Withdrawal requested", -100],
        ["Withdrawal refunded", 100],
      ],
      0,
    ],
    [
      "failed",
      [
        ["Withdrawal requested", -100],
        ["Withdrawal refunded", 100],
      ],
      0,
    ],
  ] as const)("%s", async (status, lines, total) => {
    const data = await explained(await makeWithdrawal(partner, status));
    expect(linesOf(data)).toEqual(lines);
    expect(data.total.amount).toBe(total);
    expect(data.chain !== undefined).toBe(status === "completed");
  });
});

describe("a balance", () => {
  test("a balance of the wallet and of a card is the earlier balance plus the last movements", async () => {
    const wallet = await explained("wallet");
    expect(wallet.total.amount).toBe((await client.balance()).json.data.availableBalance);
    expect(wallet.lines[0].text).toBe("Previous balance");
    expect(wallet.lines).toHaveLength(11);
    const balance = (await client.getCard(card)).json.data.availableBalance;
    expect((await explained(card)).total.amount).toBe(balance);
  });

  test("a balance without any movement is zero", async () => {
    const fresh = await makePartner({ balanceUsd: 0 });
    const owner = await signedIn(await makePerson({ partnerId: fresh.partnerId, role: "owner" }));
    expect(await explained("wallet", owner)).toMatchObject({ journals: [], total: { amount: 0 } });
  });
});

test("a deposit names its transaction on chain and no requester", async () => {
  const [{ id }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [partner.partnerId]);
  for (const each of [id, await newest("deposit")]) {
    const data = await explained(each);
    expect(data.chain).toMatchObject({
      chain: "base-sepolia",
      txHash: expect.stringMatching(/^0x/),
    });
    expect(data.chain.explorerUrl).toContain(data.chain.txHash);
    expect(data.journals[0].cause).toMatchObject({ kind: "chain", isLogged: false });
    expect(data.events).toMatchObject([{ event: "wallet.deposit.crypto" }]);
  }
});

describe("the cause", () => {
  const causeOf = async (id: string) => (await explained(id)).journals.at(-1).cause;

  test("is the request of a key, by its name", async () => {
    const { headers } = await client.fund({ serviceCardId: card, amount: 50 });
    expect(await causeOf(await newest("card_funding"))).toEqual({
      kind: "key",
      text: "Requested with API key tests: POST /api/v1/partner/card/fund",
      requestId: headers.get("x-request-id"),
      isLogged: true,
    });
  });

  test("is the person in the dashboard, also after the request log was purged", async () => {
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
    const { headers } = await owner.call(fund, {
      method: "POST",
      headers: { "idempotency-key": "by-a-person" },
      body: { serviceCardId: card, amount: 50 },
    });
    const requestId = headers.get("x-request-id");
    const id = await newest("card_funding");
    const before = await causeOf(id);
    expect(before).toMatchObject({ kind: "person", requestId, isLogged: true });
    await sql("DELETE FROM request_log WHERE id = $1", [requestId]);
    const after = await causeOf(id);
    expect(after).toMatchObject({ kind: "person", requestId, isLogged: false });
    expect(after.text).toBe(before.text.replace(/:.*/, ""));
  });

  test("is the operator without a name after a rejection, and the service after a failure", async () => {
    const admin = await makePerson({ withTotp: true });
    const operator = await signedIn(admin);
    const id = await withdrawalsOf(partner).make(100);
    const decided = await decisionsIn(operator).reject(id, { totp: codeOf(admin), reason: "no" });
    expect(decided.status).toBe(200);
    expect(await causeOf(id)).toEqual({
      kind: "operator",
      text: "Decided by the operator",
      isLogged: false,
    });
    expect(await causeOf(await makeWithdrawal(partner, "failed"))).toMatchObject({
      kind: "service",
    });
  });

  test("is not mixed up between requests at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.fund({ serviceCardId: card, amount: 5 })),
    );
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    const rows = await sql(
      "SELECT request_id, count(*)::int AS n FROM ledger.journals WHERE request_id = ANY($1) GROUP BY 1",
      [ids],
    );
    // The funding and its fee.
    expect(rows.map(({ n }) => n)).toEqual(ids.map(() => 2));
  });
});

test("another partner's object and an unknown id are not found", async () => {
  const other = await makePartner();
  const stranger = await signedIn(await makePerson({ partnerId: other.partnerId, role: "owner" }));
  const [{ id: deposit }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  const ids = [
    card,
    await newest("card_funding"),
    await authorize(5),
    await makeWithdrawal(partner, "pending"),
    deposit,
  ];
  for (const id of [...ids, "x", "wallet:x", "jrn_1"]) {
    const answer = await stranger.call(explain, { params: { id } });
    expectRefusal(answer, 404, "NOTHING_TO_EXPLAIN");
  }
  expect((await call(explain, { apiKey: partner.apiKey, params: { id: card } })).status).toBe(401);
});

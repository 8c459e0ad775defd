import "@/test/database";
import { describe, expect, test } from "vitest";
import { GET as getStatement } from "@/app/api/admin/books/partners/[id]/statement/route";
import { GET as explain } from "@/app/api/v1/partner/explain/[id]/route";
import { GET as getOverview } from "@/app/api/v1/partner/overview/route";
import { GET as getTransaction } from "@/app/api/v1/partner/transactions/[transactionId]/route";
import { now } from "@/lib/kernel/clock";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { makeCard } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { postAs } from "@/test/fixtures/postings";
import {
  CUSTODY,
  credit,
  debit,
  faults,
  first,
  HASH,
  lineOf,
  OTHER_CUSTODY,
  OTHER_HASH,
  ones,
  others,
  partner,
  REASON,
  requested,
  THIRD_HASH,
} from "@/test/fixtures/two-administrators";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

describe("a correction of a wallet", () => {
  test("appears with its explanation in the list, the balance, the overview and the statement", async () => {
    const up = (await others.get(await postAs(ones, others, credit({ amount: 20 }))))
      .serviceTransactionId;
    const down = (
      await others.get(await postAs(ones, others, debit({ against: "fees", amount: 5 })))
    ).serviceTransactionId;
    const client = clientOf(partner);
    const { transactions } = (await client.listWalletTransactions()).json.data;
    const text = `Correction: ${REASON}`;
    expect(transactions.slice(0, 2)).toMatchObject([
      {
        _id: down,
        type: "debit",
        action: "withdrawal",
        category: "correction_debit",
        amount: 5,
        narration: text,
      },
      {
        _id: up,
        type: "credit",
        action: "funding",
        category: "correction_credit",
        amount: 20,
        narration: text,
      },
    ]);
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    const explained = (await owner.call(explain, { params: { id: up } })).json.data;
    expect(explained).toMatchObject({
      sentence: `The operator credited 20.00 USD to your wallet. ${text}.`,
      total: { text: "Your wallet", amount: 20 },
      lines: [{ text: "Operator adjustments", amount: 20 }],
    });
    expect(explained.journals[0].cause).toMatchObject({ kind: "operator" });
    expect((await owner.call(explain, { params: { id: "wallet" } })).json.data.total.amount).toBe(
      115,
    );
    const params = { transactionId: up };
    expect((await owner.call(getTransaction, { params })).json.data).toMatchObject({
      category: "correction_credit",
    });
    const overview = (await owner.call(getOverview, { query: { timeZone: "UTC" } })).json.data;
    expect(overview.moneyIn).toMatchObject({ correction_credit: 20 });
    expect(overview.moneyOut).toMatchObject({ correction_debit: 5 });
    const month = now().toISOString().slice(0, 7);
    const statement = await first.browser.call(getStatement, {
      params: { id: partner.partnerId },
      query: { month },
    });
    expect(statement.json.data).toMatchObject({ closing: 115, difference: 0 });
    expect(statement.json.data.lines).toContainEqual({
      type: "correction",
      count: 2,
      amount: 15,
      feesWithin: 0,
    });
    expect(await eventsOf(partner.partnerId, "wallet.deposit.crypto")).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  test("for an unrecorded payout also debits custody", async () => {
    const before = await lineOf(CUSTODY);
    const id = await postAs(ones, others, debit({ against: CUSTODY, reference: HASH }));
    expect(await lineOf(CUSTODY)).toBeCloseTo(before + 40, 6);
    expect((await ones.get(id)).legs[1]).toMatchObject({
      ...{ account: CUSTODY, kind: "custody", chain: "base-sepolia", token: "usdc", amount: 40 },
      ...{ reference: HASH, explorerUrl: expect.stringContaining(HASH) },
    });
    expect(await walletOf(partner.partnerId)).toBe(60);
    expect(await faults()).toEqual([]);
  });
});

describe("a correction of a card", () => {
  test("appears in its list and its balance", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 30 });
    const client = clientOf(partner);
    const up = await ones.get(await postAs(ones, others, credit({ serviceCardId, amount: 7 })));
    const down = await ones.get(await postAs(ones, others, debit({ serviceCardId, amount: 2.5 })));
    expect((await client.getCard(serviceCardId)).json.data).toMatchObject({
      availableBalance: 34.5,
      ledgerBalance: 34.5,
    });
    const { transactions } = (await client.listCardTransactions({ serviceCardId })).json.data;
    expect(transactions).toMatchObject([
      {
        ...{ serviceTransactionId: down.serviceTransactionId, amount: 2.5, status: "settled" },
        ...{ transactionType: "withdrawal", description: `Correction: ${REASON}` },
      },
      {
        ...{ serviceTransactionId: up.serviceTransactionId, amount: 7, status: "reversed" },
        ...{ transactionType: "refund" },
      },
    ]);
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    const params = { id: up.serviceTransactionId };
    expect((await owner.call(explain, { params })).json.data).toMatchObject({
      sentence: expect.stringMatching(/^The operator credited 7.00 USD to card ending \d{4}\./),
      total: { amount: 7 },
    });
    const transaction = { transactionId: down.serviceTransactionId };
    expect((await owner.call(getTransaction, { params: transaction })).json.data).toMatchObject({
      category: "correction",
      reference: down.postingId,
    });
    expect(await walletOf(partner.partnerId)).toBe(69);
    expect(await faults()).toEqual([]);
  });

  test("never exceeds the available balance, and is refused for a terminated card", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 30 });
    const over = await ones.request(debit({ serviceCardId, amount: 30.01 }));
    expectRefusal(over, 409, "POSTING_OVERDRAWS");
    const id = await requested(credit({ serviceCardId }));
    await clientOf(partner).terminate(serviceCardId);
    expectRefusal(await others.confirm(id), 400, "CARD_ALREADY_TERMINATED");
    expectRefusal(
      await others.request(credit({ serviceCardId, amount: 3 })),
      400,
      "CARD_ALREADY_TERMINATED",
    );
    expect(await faults()).toEqual([]);
  });
});

describe("the operator's own movements", () => {
  const MOVES = [
    [
      "capital paid in on a chain",
      {
        kind: "capital_contribution",
        receivedAt: OTHER_CUSTODY,
        amount: 500,
        reference: THIRD_HASH,
      },
      { capital: 500, [OTHER_CUSTODY]: -500 },
    ],
    [
      "a transfer between chains with its cost",
      {
        ...{ kind: "treasury_transfer", paidFrom: OTHER_CUSTODY, receivedAt: CUSTODY },
        ...{ amount: 100, amountReceived: 98.5, reference: HASH, receivedReference: OTHER_HASH },
      },
      { [OTHER_CUSTODY]: 100, [CUSTODY]: -98.5, costs: -1.5 },
    ],
    [
      "a transfer without a cost",
      { kind: "treasury_transfer", paidFrom: OTHER_CUSTODY, receivedAt: "bank", amount: 100 },
      { [OTHER_CUSTODY]: 100, bank: -100 },
    ],
    [
      "the network paid by bank",
      { kind: "network_payment", paidFrom: "bank", amount: 30, reference: "SEPA 118" },
      { network: -30, bank: 30 },
    ],
    [
      "money from the network",
      { kind: "network_receipt", receivedAt: "bank", amount: 4 },
      { network: 4, bank: -4 },
    ],
    [
      "fees withdrawn",
      { kind: "fee_withdrawal", paidFrom: CUSTODY, amount: 1 },
      { fees: -1, [CUSTODY]: 1 },
    ],
    ["costs paid", { kind: "cost_payment", paidFrom: "bank", amount: 2 }, { costs: -2, bank: 2 }],
    [
      "capital paid out",
      { kind: "capital_withdrawal", paidFrom: OTHER_CUSTODY, amount: 300 },
      { capital: -300, [OTHER_CUSTODY]: 300 },
    ],
    [
      "a correction between the service's accounts",
      { kind: "service_correction", takeFrom: "adjustments", addTo: CUSTODY, amount: 6 },
      { adjustments: -6, [CUSTODY]: 6 },
    ],
  ] as [string, object, Record<string, number>][];

  test.each(MOVES)("%s", async (_, body, moved) => {
    // Some fees that can be withdrawn.
    await makeCard(partner, { amountUsd: 5 });
    const accounts = Object.keys(moved);
    const before = await Promise.all(accounts.map(lineOf));
    const id = await postAs(ones, others, body);
    const after = await Promise.all(accounts.map(lineOf));
    after.forEach((each, index) => {
      expect(each - (before[index] ?? 0)).toBeCloseTo(moved[accounts[index] ?? ""] ?? 0, 6);
    });
    const { legs, status } = await ones.get(id);
    expect(status).toBe("posted");
    const posted = legs.map((leg: { account: string; amount: number }) => [
      leg.account,
      leg.amount,
    ]);
    expect(Object.fromEntries(posted)).toEqual(moved);
    expect(await faults()).toEqual([]);
  });
});

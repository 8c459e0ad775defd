import "@/test/database";
import { afterAll, describe, expect, test } from "vitest";
import { balancesOf, bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import type { Answer, TestPartner } from "@/test/fixtures/make";
import { deposit, endTests, makeApprovedUser, makeCard, makePartner } from "@/test/fixtures/make";
import { atOnce, clientOf, statuses } from "@/test/http/client";
import { rounds } from "@/test/rounds";

const ROUNDS = rounds(5, 200);
const AT_ONCE = 20;

afterAll(endTests);

async function topUp({ partnerId, walletAddress }: TestPartner, usd: number): Promise<void> {
  const missing = usd - (await walletOf(partnerId));
  if (missing > 0) await deposit(partnerId, walletAddress, missing);
}

const messages = (answers: Answer[]) =>
  new Set(answers.filter(({ status }) => status >= 400).map(({ json }) => json.message));

/**
 * Threat 1: 20 concurrent requests for several times the available money. As many succeed as the money covers, and no
 * response is 5xx.
 */
describe("concurrent requests above the balance", () => {
  test("Fund Card: the wallet covers nine of twenty", async () => {
    const partner = await makePartner();
    const cards = await Promise.all([makeCard(partner), makeCard(partner), makeCard(partner)]);
    for (let round = 0; round < ROUNDS; round++) {
      // Spends what earlier rounds left above 95 first, so that each round starts with the same balance.
      const surplus = (await walletOf(partner.partnerId)) - 95;
      if (surplus >= 5) await clientOf(partner).fund({ serviceCardId: cards[0], amount: surplus });
      await topUp(partner, 95);
      const answers = await atOnce(AT_ONCE, (index) =>
        clientOf(partner).fund({ serviceCardId: cards[index % cards.length], amount: 10 }),
      );
      expect(statuses(answers)).toEqual({ 200: 9, 402: 11 });
      expect(messages(answers)).toEqual(new Set(["INSUFFICIENT_WALLET_BALANCE"]));
      expect(await walletOf(partner.partnerId)).toBe(5);
    }
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("Withdraw from Card: the card covers nine of twenty", async () => {
    const partner = await makePartner();
    const client = clientOf(partner);
    const serviceCardId = await makeCard(partner, { amountUsd: 5 });
    for (let round = 0; round < ROUNDS; round++) {
      await client.fund({ serviceCardId, amount: 90 });
      const answers = await atOnce(AT_ONCE, () =>
        client.withdraw({ serviceCardId, amount: 10, reference: "r" }),
      );
      expect(statuses(answers)).toEqual({ 200: 9, 400: 11 });
      expect(messages(answers)).toEqual(new Set(["INSUFFICIENT_FUNDS"]));
      expect(await balancesOf(serviceCardId)).toMatchObject({ available: 5 });
    }
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("authorizations: the card covers nine of twenty, the others are declined", async () => {
    const partner = await makePartner({ balanceUsd: ROUNDS * 100 });
    const client = clientOf(partner);
    const serviceCardId = await makeCard(partner, { amountUsd: 5 });
    for (let round = 1; round <= ROUNDS; round++) {
      await client.fund({ serviceCardId, amount: 90 });
      const answers = await atOnce(AT_ONCE, () => client.authorize(serviceCardId, { amount: 10 }));
      const decided = answers.map(({ json }) => json.data.status);
      expect(statuses(answers)).toEqual({ 200: AT_ONCE });
      expect(decided.filter((status) => status === "authorized")).toHaveLength(9);
      expect(decided.filter((status) => status === "declined")).toHaveLength(11);
      expect(await balancesOf(serviceCardId)).toMatchObject({ available: 5, held: round * 90 });
    }
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("Create Card: the wallet covers four of twenty users", async () => {
    const partner = await makePartner({ balanceUsd: 0 });
    const client = clientOf(partner);
    for (let round = 0; round < ROUNDS; round++) {
      await topUp(partner, 50);
      const users = await Promise.all(
        Array.from({ length: AT_ONCE }, () => makeApprovedUser(partner)),
      );
      const answers = await atOnce(AT_ONCE, (index) =>
        client.createCard({ serviceId: users[index], amount: 10 }),
      );
      expect(statuses(answers)).toEqual({ 201: 4, 402: 16 });
      expect(messages(answers)).toEqual(new Set(["INSUFFICIENT_WALLET_BALANCE"]));
      expect(await walletOf(partner.partnerId)).toBe(6);
    }
    expect((await client.listCards()).json.data.pagination.total).toBe(ROUNDS * 4);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("settle, reverse and refund of one transaction succeed at most once each", async () => {
    const partner = await makePartner();
    const client = clientOf(partner);
    const serviceCardId = await makeCard(partner, { amountUsd: 100 });
    for (let round = 0; round < ROUNDS; round++) {
      const id = (await client.authorize(serviceCardId, { amount: 30 })).json.data
        .serviceTransactionId;
      const closed = await atOnce(10, (index) =>
        index % 2 === 0 ? client.settle(id) : client.reverse(id),
      );
      expect(statuses(closed)).toEqual({ 200: 1, 400: 9 });
      const refunds = await atOnce(10, () => client.refund(id, 20));
      const isSettled = closed.some(({ json }) => json.data.status === "settled");
      expect(statuses(refunds)).toEqual(isSettled ? { 200: 1, 400: 9 } : { 400: 10 });
      if (isSettled) await client.refund(id);
      expect(await balancesOf(serviceCardId)).toMatchObject({ available: 100, held: 0 });
    }
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});

test("of 20 concurrent cards for one user with 20 keys one is created", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  for (let round = 0; round < 5; round++) {
    const serviceId = await makeApprovedUser(partner);
    const answers = await atOnce(AT_ONCE, () => client.createCard({ serviceId, amount: 10 }));
    expect(statuses(answers)).toEqual({ 201: 1, 400: 19 });
    expect(messages(answers)).toEqual(new Set(["CARD_CREATION_LIMIT"]));
  }
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

/** Threat 4: concurrent actions on a card, in any order. */
test("sixty concurrent partial reversals and refunds of one transaction stay within its amount", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner, { amountUsd: 200 });
  const authorize = async () =>
    (await client.authorize(serviceCardId, { amount: 60 })).json.data.serviceTransactionId;
  const [held, paid] = [await authorize(), await authorize()];
  await client.settle(paid);
  for (const ask of [() => client.reverse(held, 1), () => client.refund(paid, 1)])
    expect(statuses(await atOnce(60, ask))).toEqual({ 200: 60 });
  expect((await client.getCard(serviceCardId)).json.data.availableBalance).toBe(200);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

describe("concurrent operations and the termination of one card", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "end at zero with each release liquidated once and consistent books (round %d)",
    async () => {
      const partner = await makePartner();
      const client = clientOf(partner);
      const serviceCardId = await makeCard(partner, { amountUsd: 200 });
      const open = await atOnce(8, () => client.authorize(serviceCardId, { amount: 7 }));
      const ids = open.map(({ json }) => json.data.serviceTransactionId);

      const moves = await atOnce(40, (index) => {
        if (index === 20 || index === 21) return client.terminate(serviceCardId);
        if (index % 5 === 0) return client.fund({ serviceCardId, amount: 5 });
        if (index % 5 === 1) return client.withdraw({ serviceCardId, amount: 5, reference: "r" });
        if (index % 5 === 2) return client.authorize(serviceCardId, { amount: 3 });
        const id = ids[Math.floor(index / 5)];
        return index % 5 === 3 ? client.reverse(id, 2) : client.settle(id, 4);
      });
      expect(Object.keys(statuses(moves)).filter((status) => Number(status) >= 429)).toEqual([]);
      expect(
        moves
          .slice(20, 22)
          .map(({ status }) => status)
          .sort(),
      ).toEqual([200, 400]);

      const { transactions } = (await client.listCardTransactions({ serviceCardId })).json.data;
      const held = transactions.filter((row: { status: string }) => row.status === "authorized");
      await atOnce(held.length, (index) => client.reverse(held[index].serviceTransactionId));

      expect(await balancesOf(serviceCardId)).toMatchObject({ available: 0, held: 0 });
      const liquidated = (await eventsOf(partner.partnerId, "wallet.deposit.card-withdrawal"))
        .filter(({ data }) => data.source === "liquidation")
        .map(({ data }) => data.serviceTransactionId);
      expect(new Set(liquidated).size).toBe(liquidated.length);
      const listed = (await client.listWalletTransactions({ limit: 100 })).json.data.transactions;
      expect(
        listed.filter((row: { category: string }) => row.category === "liquidation"),
      ).toHaveLength(liquidated.length);
      expect(await bookFaults(partner.partnerId)).toEqual([]);
    },
  );
});

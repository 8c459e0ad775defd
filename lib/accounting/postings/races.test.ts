import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/ledger";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { type Answer, endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeOperator } from "@/test/fixtures/people";
import { postingsIn, type TestPostings } from "@/test/fixtures/postings";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { rounds } from "@/test/rounds";

const ROUNDS = rounds(5, 200);

let ones: TestPostings;
let others: TestPostings;
let thirds: TestPostings;
beforeAll(async () => {
  [ones, others, thirds] = [
    postingsIn(await makeOperator()),
    postingsIn(await makeOperator()),
    postingsIn(await makeOperator()),
  ];
});
afterAll(endTests);

const request = async (body: object) => String((await ones.request(body)).json.data.postingId);
const postings = async (id: string): Promise<number> =>
  (await sql("SELECT id FROM ledger.journals WHERE source_id = $1", [id])).length;
const broken = async (partnerId: string) => [
  ...(await bookFaults(partnerId)),
  ...(await audit()).filter(({ brokenRows }) => brokenRows.length > 0).map(({ name }) => name),
];

function expectOneWinner(answers: Answer[]): void {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, json } of answers.filter((answer) => answer.status !== 200))
    expect([status, json.message]).toEqual([409, "POSTING_NOT_PENDING"]);
}

test("repeated concurrent confirmations by two administrators post one journal each", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const credit = { kind: "correction", partnerId, direction: "credit", against: "adjustments" };
  for (let round = 1; round <= ROUNDS; round++) {
    const id = await request({ ...credit, amount: round });
    expectOneWinner(
      await Promise.all([others, thirds, others, thirds].map((each) => each.confirm(id))),
    );
    expect(await postings(id)).toBe(1);
  }
  expect(await walletOf(partnerId)).toBe((ROUNDS * (ROUNDS + 1)) / 2);
  expect(await broken(partnerId)).toEqual([]);
});

test("of concurrent confirmation, rejection and cancellation one succeeds, and the balances follow it", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const credit = { kind: "correction", partnerId, direction: "credit", against: "adjustments" };
  let posted = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const id = await request({ ...credit, amount: 1 });
    expectOneWinner(await Promise.all([others.confirm(id), thirds.reject(id), ones.cancel(id)]));
    const { status } = await ones.get(id);
    posted += status === "posted" ? 1 : 0;
    expect(await postings(id)).toBe(status === "posted" ? 1 : 0);
  }
  expect(await walletOf(partnerId)).toBe(posted);
  expect(await broken(partnerId)).toEqual([]);
});

test("a confirmation during spending never takes the wallet below zero, and one of the two succeeds", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const partner = await makePartner({ balanceUsd: 10 });
    const { partnerId } = partner;
    const debit = { kind: "correction", partnerId, direction: "debit", against: "adjustments" };
    const id = await request({ ...debit, amount: 8 });
    const [confirmed, spent] = await Promise.all([
      others.confirm(id),
      withdrawalsOf(partner).create({ amount: 8 }),
    ]);
    expect([confirmed.status, spent.status].sort()).toEqual(
      confirmed.status === 200 ? [200, 400] : [200, 409],
    );
    expect(await walletOf(partnerId)).toBe(2);
    expect(await bookFaults(partnerId)).toEqual([]);
  }
});

test("a chain transaction in two concurrently confirmed postings is booked once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const reference = `0x${round.toString(16).padStart(64, "0")}`;
    const sent = { kind: "cost_payment", paidFrom: "custody:base-sepolia:usdc", reference };
    const ids = [await request({ ...sent, amount: 1 }), await request({ ...sent, amount: 2 })];
    const answers = await Promise.all(
      ids.map((id, index) => (index === 0 ? others : thirds).confirm(id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.message).toBe("POSTING_EXISTS");
  }
});

test("of concurrent equal requests one is stored, and the others are refused", async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const body = { kind: "cost_payment", paidFrom: "bank", amount: 70_000 + round };
    const answers = await Promise.all([ones, others, thirds].map((each) => each.request(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const { json } of answers.filter(({ status }) => status === 409))
      expect(json.message).toBe("POSTING_EXISTS");
  }
});

test("of two concurrent capital withdrawals the second is refused by the remaining capital", async () => {
  const paidIn = await request({ kind: "capital_contribution", receivedAt: "bank", amount: 10 });
  await others.confirm(paidIn);
  const ids = [
    await request({ kind: "capital_withdrawal", paidFrom: "bank", amount: 7 }),
    await request({ kind: "capital_withdrawal", paidFrom: "bank", amount: 7.5 }),
  ];
  const answers = await Promise.all(
    ids.map((id, index) => (index === 0 ? others : thirds).confirm(id)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe("POSTING_OVERDRAWS");
});

import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import { checkRequest } from "./check-request";
import { CORRECTION_ACCOUNTS, POSTING_KINDS, SERVICE_ACCOUNTS } from "./kinds";
import { legsOf } from "./legs-of";
import type { PostingRequest } from "./schema";

afterAll(endTests);

const partnerId = "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3";
const serviceCardId = "card_01k9x6k2v8e5t2v7w4y0z1a2b3";
const PLACES = ["bank", "custody:base-sepolia:usdc", "custody:polygon-amoy:usdc"];
const pairs = (accounts: readonly string[]) =>
  accounts.flatMap((one) => accounts.flatMap((other) => (one === other ? [] : [[one, other]])));

type Fields = Partial<PostingRequest>;

/** Every choice of accounts that a request of each kind can make. */
const CHOICES: Record<PostingRequest["kind"], Fields[]> = {
  network_payment: PLACES.map((paidFrom) => ({ paidFrom })),
  network_receipt: PLACES.map((receivedAt) => ({ receivedAt })),
  fee_withdrawal: PLACES.map((paidFrom) => ({ paidFrom })),
  treasury_transfer: pairs(PLACES).flatMap(([paidFrom, receivedAt]) =>
    [undefined, 7n, 9n].map((amountReceived) => ({ paidFrom, receivedAt, amountReceived })),
  ),
  capital_contribution: PLACES.map((receivedAt) => ({ receivedAt })),
  capital_withdrawal: PLACES.map((paidFrom) => ({ paidFrom })),
  cost_payment: PLACES.map((paidFrom) => ({ paidFrom })),
  correction: [...CORRECTION_ACCOUNTS, ...PLACES].flatMap((against) =>
    (["credit", "debit"] as const).flatMap((direction) => [
      { partnerId, direction, against },
      { partnerId, serviceCardId, direction, against },
    ]),
  ),
  service_correction: pairs([...SERVICE_ACCOUNTS, ...PLACES]).map(([takeFrom, addTo]) => ({
    takeFrom,
    addTo,
  })),
};

const requests = POSTING_KINDS.flatMap((kind) =>
  CHOICES[kind].map((fields): PostingRequest => ({ kind, amount: 9n, reason: "r", ...fields })),
);

test("every request is allowed, has two legs or three on different accounts, and sums to zero", () => {
  for (const request of requests) {
    checkRequest(request);
    const legs = legsOf(request);
    expect(legs.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    expect(new Set(legs.map(({ account }) => account)).size).toBe(legs.length);
    expect(legs.length).toBe(request.amountReceived === 7n ? 3 : 2);
  }
});

test("each leg of each request is a rule of the database, and each rule is a leg of one", async () => {
  const rows = await sql(
    `SELECT r.journal_type || ' ' || r.account_kind || ' ' || r.direction AS rule
     FROM ledger.rules r JOIN operator_posting_kinds k ON k.kind = r.journal_type`,
  );
  const used = requests.flatMap((request) =>
    legsOf(request).map(
      ({ account, amount }) => `${request.kind} ${account.split(":")[0]} ${amount > 0n ? 1 : -1}`,
    ),
  );
  expect(rows.map(({ rule }: { rule: string }) => rule).sort()).toEqual([...new Set(used)].sort());
});

test("the kinds are those of the database, which the journals' trigger names", async () => {
  const kinds = await sql("SELECT kind FROM operator_posting_kinds ORDER BY kind");
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual([...POSTING_KINDS].sort());
  const [{ definition }] = await sql(
    "SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgname = 'journal_has_its_posting'",
  );
  for (const kind of POSTING_KINDS) expect(definition).toContain(`'${kind}'`);
});

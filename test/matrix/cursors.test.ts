import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as disputes } from "@/app/api/v1/partner/card/disputes/route";
import { GET as cards } from "@/app/api/v1/partner/card/route";
import { GET as cardTransactions } from "@/app/api/v1/partner/card/transactions/route";
import { GET as userCards } from "@/app/api/v1/partner/card/users/[serviceId]/cards/route";
import { GET as users } from "@/app/api/v1/partner/card/users/route";
import { GET as keys } from "@/app/api/v1/partner/keys/route";
import { GET as deposits } from "@/app/api/v1/partner/wallet/deposits/route";
import { GET as walletTransactions } from "@/app/api/v1/partner/wallet/transactions/route";
import { GET as deliveries } from "@/app/api/v1/partner/webhooks/deliveries/route";
import { GET as events } from "@/app/api/v1/partner/webhooks/events/route";
import { GET as withdrawals } from "@/app/api/v1/partner/withdrawal/route";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { newId } from "@/lib/kernel/ids";
import { holdDeposit } from "@/test/fixtures/held-deposits";
import {
  type Answer,
  deposit,
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { call, type Handler } from "@/test/http/call";
import { clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";
import { userClientOf } from "@/test/http/user-client";

type Query = Record<string, string | number>;

interface List {
  handler: Handler;
  /** The field of `data` that has the items. */
  items: string;
  queries: Query[];
  /** A cursor of the right form that no item has; omitted where a cursor is only a position in the order of ids. */
  unknown?: { query: Query; cursor: string };
}

const SORTS = ["newest", "oldest"];
const AMOUNT_SORTS = [...SORTS, "largest", "smallest"];
const sorted = (sorts: string[], query: Query = {}) => sorts.map((sort) => ({ ...query, sort }));

const LISTS: Record<string, List> = {
  "List Users": {
    handler: users,
    items: "users",
    queries: [
      {},
      ...sorted([...SORTS, "name", "email"]),
      ...sorted([...SORTS, "name", "email"], { search: "am" }),
      { status: "approved" },
    ],
    unknown: { query: { sort: "name" }, cursor: newId("usr") },
  },
  "List User Cards": { handler: userCards, items: "cards", queries: [{}] },
  "List Cards": {
    handler: cards,
    items: "cards",
    queries: [{}, ...sorted(SORTS), { status: "active" }],
  },
  "List Card Transactions": {
    handler: cardTransactions,
    items: "transactions",
    queries: [{}, ...sorted(AMOUNT_SORTS), { status: "authorized" }, { amountMin: 5 }],
    unknown: { query: {}, cursor: newId("txn") },
  },
  "List Disputes": { handler: disputes, items: "disputes", queries: [{}, { status: "pending" }] },
  "List Wallet Transactions": {
    handler: walletTransactions,
    items: "transactions",
    queries: [{}, ...sorted(AMOUNT_SORTS), { type: "debit" }],
    unknown: { query: { sort: "largest" }, cursor: newId("txn") },
  },
  "List Withdrawals": {
    handler: withdrawals,
    items: "withdrawals",
    queries: [{}, { status: "pending" }],
  },
  "List Deposits": {
    handler: deposits,
    items: "deposits",
    queries: [{}, { status: "confirming" }, { status: "credited" }, { status: "held" }],
  },
  "List Webhook Events": {
    handler: events,
    items: "events",
    queries: [{}, { status: "failed" }, { event: "user.kyc-event" }],
  },
  "List Webhook Deliveries": {
    handler: deliveries,
    items: "deliveries",
    queries: [{}, { status: "failed" }],
  },
  "List API Keys": { handler: keys, items: "keys", queries: [{}] },
};

let partner: TestPartner;
let browser: Browser;
let serviceId: string;

async function makeDeposits() {
  for (const amountUsd of [3, 1, 2])
    await deposit(partner.partnerId, partner.walletAddress, amountUsd);
  await holdDeposit(partner);
  // Two in one millisecond, which their places on the chain order.
  for (const [place, seconds] of [0, 1, 1].entries())
    await sql(
      `INSERT INTO seen_transfers (chain, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, partner_id,
         block_number, seen_at) VALUES ('base-sepolia', $2, 0, 'usdc', 1000000, $4, $5, $1, 1,
         date_trunc('second', now()) - make_interval(secs => $3))`,
      [
        ...[partner.partnerId, `0x${String(place).repeat(64)}`, seconds],
        ...[`0x${"1".repeat(40)}`, partner.walletAddress],
      ],
    );
}

async function makeDisputes(cardId: string) {
  const client = clientOf(partner);
  for (const amount of [1, 2, 3]) {
    const { serviceTransactionId: id } = (await client.authorize(cardId, { amount })).json.data;
    await client.settle(id);
    const body = { reason: "fraudulent", explanation: "The cardholder did not buy this." };
    expect((await client.dispute(id, body)).status).toBe(201);
  }
}

beforeAll(async () => {
  partner = await makePartner();
  browser = await signedIn(await makePerson(partner));
  serviceId = await makeApprovedUser(partner, { first_name: "Bea" });
  for (const [first_name, last_name] of [
    ["Amara", "Silva"],
    ["Ámalia", "Novak"],
    ["Amara", "Silva"],
    ["Chidi", "Amadi"],
  ])
    await makeApprovedUser(partner, { first_name, last_name });
  for (let n = 0; n < 5; n++) {
    // A user gets one card in five minutes.
    await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [serviceId]);
    await makeCard(partner, { userId: serviceId });
  }
  const cardId = await makeCard(partner);
  for (const amount of [4, 9, 4, 500, 7, 4]) await clientOf(partner).authorize(cardId, { amount });
  await makeDisputes(cardId);
  const wallet = withdrawalsOf(partner);
  const made: string[] = [];
  for (let n = 0; n < 6; n++) made.push(await wallet.make(20 + n));
  await wallet.cancel(made[2] ?? "");
  await makeDeposits();
  await webhooksOf(partner).set();
  for (const status of ["failed", "delivered", "failed", "failed", "pending"] as const)
    await makeEvent(partner, { status, attempts: status === "failed" ? 2 : 1 });
  for (const name of ["one", "two", "three"])
    await createApiKey({ partnerId: partner.partnerId, name, at: new Date() });
});
afterAll(endTests);

function read(handler: Handler, query: Query, reader = partner): Promise<Answer> {
  const params = { serviceId };
  return handler === keys
    ? browser.call(handler, { query })
    : call(handler, { apiKey: reader.apiKey, query, params });
}

interface ReadPage {
  items: unknown[];
  pagination: { skip: number; limit: number; total: number; nextCursor?: string };
}

async function pageOf({ handler, items }: List, query: Query): Promise<ReadPage> {
  const { status, json } = await read(handler, query);
  expect(status, JSON.stringify(json)).toBe(200);
  return { items: json.data[items], pagination: json.data.pagination ?? json.data };
}

/** Reads a list to its end, each page from the cursor of the one before. */
async function walk(list: List, query: Query, limit: number): Promise<ReadPage[]> {
  const pages = [await pageOf(list, { ...query, limit })];
  for (;;) {
    const cursor = pages.at(-1)?.pagination.nextCursor;
    if (cursor === undefined) return pages;
    pages.push(await pageOf(list, { ...query, limit, cursor }));
  }
}

const cases = Object.entries(LISTS).flatMap(([name, list]) =>
  list.queries.map((query) => ({ title: `${name} ${JSON.stringify(query)}`, list, query })),
);

describe("a list that is read from cursor to cursor", () => {
  test.each(cases)(
    "$title has each item once, in order, and the whole total on each page",
    async ({ list, query }) => {
      const whole = await pageOf(list, query);
      expect(whole.pagination.nextCursor).toBeUndefined();
      const pages = await walk(list, query, 2);
      expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(whole.items.length / 2)));
      for (const { pagination } of pages) expect(pagination.total).toBe(whole.items.length);
    },
  );

  test.each(cases)("$title skips from the cursor on", async ({ list, query }) => {
    const whole = await pageOf(list, query);
    const cursor = (await pageOf(list, { ...query, limit: 1 })).pagination.nextCursor;
    if (cursor === undefined) return expect(whole.items.length).toBeLessThan(2);
    const after = await pageOf(list, { ...query, cursor, skip: 1 });
    expect(after.items).toEqual(whole.items.slice(2));
  });
});

test.each(Object.entries(LISTS))("%s refuses a cursor that it never gave", async (_name, list) => {
  for (const cursor of ["nonsense", "2:", "1:nonsense", `ptn_${"0".repeat(26)}`, "usr_'--"])
    expect(invalidFields(await read(list.handler, { cursor }))).toEqual(["cursor: isCursor"]);
  if (list.unknown === undefined) return;
  const { query, cursor } = list.unknown;
  expect(invalidFields(await read(list.handler, { ...query, cursor }))).toEqual([
    "cursor: isCursor",
  ]);
});

test("a cursor of another partner shows nothing of that partner", async () => {
  const other = await makePartner();
  await makeApprovedUser(other, { first_name: "Other" });
  for (const list of Object.values(LISTS).filter(({ handler }) => handler !== keys))
    for (const query of list.queries) {
      const { nextCursor: cursor } = (await pageOf(list, { ...query, limit: 1 })).pagination;
      if (cursor === undefined || list.handler === userCards) continue;
      const answer = await read(list.handler, { ...query, cursor }, other);
      if (answer.status === 400) expect(invalidFields(answer)).toEqual(["cursor: isCursor"]);
      else expect(JSON.stringify(answer.json)).not.toContain(cursor);
    }
});

test("items that come in or leave between two pages are neither repeated nor do they hide others", async () => {
  const list = LISTS["List Users"] as List;
  const whole = (await pageOf(list, {})).items as { serviceId: string }[];
  const first = await pageOf(list, { limit: 2 });
  await makeApprovedUser(partner);
  await userClientOf(partner).remove(whole[1]?.serviceId ?? "");
  const { nextCursor: cursor = "" } = first.pagination;
  expect((await pageOf(list, { cursor })).items).toEqual(whole.slice(2));
});

test("an empty cursor is no cursor, and a page of no items has no next one", async () => {
  const list = LISTS["List Cards"] as List;
  expect(await pageOf(list, { cursor: "" })).toEqual(await pageOf(list, {}));
  expect((await pageOf(list, { limit: 0 })).pagination.nextCursor).toBeUndefined();
});

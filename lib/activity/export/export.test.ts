import "@/test/database";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as cardLines from "@/app/api/v1/partner/export/card-transactions/route";
import * as cards from "@/app/api/v1/partner/export/cards/route";
import * as deposits from "@/app/api/v1/partner/export/deposits/route";
import * as disputes from "@/app/api/v1/partner/export/disputes/route";
import * as users from "@/app/api/v1/partner/export/users/route";
import * as walletLines from "@/app/api/v1/partner/export/wallet-transactions/route";
import * as events from "@/app/api/v1/partner/export/webhook-events/route";
import * as withdrawals from "@/app/api/v1/partner/export/withdrawals/route";
import * as db from "@/lib/db";
import {
  call,
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import type { Answer } from "@/test/http/call";
import { clientOf } from "@/test/http/client";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";

vi.mock("@/lib/db", async (original) => {
  const actual = await original<typeof db>();
  return { ...actual, query: vi.fn(actual.query) };
});

const MANY = 20_000;
const EXPORTS = {
  ...{ cardLines, walletLines, cards, users, withdrawals },
  ...{ deposits, disputes, events },
};
const zone = { timeZone: "Europe/Berlin" };

let partner: TestPartner;
let browser: Browser;
let card: string;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  const names = { first_name: '=HYPERLINK("x")', last_name: "Ō\r\n🍕, עו" };
  card = await makeCard(partner, { userId: await makeApprovedUser(partner, names), amountUsd: 90 });
  const client = clientOf(partner);
  await client.authorize(card, { amount: 20, merchantName: "@SUM(A1)" });
  await client.authorize(card, { amount: 500 });
  await withdrawalsOf(partner).make(100);
});
afterAll(endTests);

/** The lines of a file, without its mark. Cells of the tests have no line ends but where they are looked at. */
async function linesOf(route: typeof cards, query: Record<string, string> = {}) {
  const answer = await browser.call(route.GET, { query: { ...zone, ...query } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  return (answer.text ?? "")
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
}

test("card transactions: what the filters leave, in the columns' order", async () => {
  const [head, ...lines] = await linesOf(cardLines, { status: "declined", serviceCardId: card });
  expect(head).toBe(
    'Transaction ID,Created (Europe/Berlin),"Created, offset",Title,Amount,Transaction amount,Currency,Status,Kind,Type,Category,Merchant,Country,Description,Reference,Decline reason,Card ID,Card ending,Name on card',
  );
  expect(lines[0]).toMatch(
    /^txn_\w+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,UTC\+0[12]:00,Blue Bottle Coffee,0\.00,500\.00,USD,declined,Purchase,purchase,authorization,Blue Bottle Coffee,/,
  );
  expect((await linesOf(cardLines)).filter((line) => line.startsWith("txn_"))).toHaveLength(2);
  expect((await linesOf(cardLines)).join("")).toContain(",'@SUM(A1),");
  expect(await linesOf(cardLines, { serviceCardId: "%00" })).toEqual([head]);
});

test("wallet transactions carry their sign: their sum is the balance", async () => {
  const amounts = (await linesOf(walletLines)).slice(1).map((line) => Number(line.split(",")[3]));
  expect(amounts).toHaveLength(4);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(1_000 - 90 - 1 - 100);
  expect(await linesOf(walletLines, { type: "credit" })).toHaveLength(2);
  expect(await linesOf(walletLines, { type: "credit,debit" })).toHaveLength(5);
  expect(await linesOf(walletLines, { category: "deposit,withdrawal" })).toHaveLength(3);
});

test("users and cards, with names that would be formulas or lines", async () => {
  const people = (await linesOf(users)).join("\r\n");
  expect(people).toContain(`"'=HYPERLINK(""x"")","Ō\r\n🍕, עו",`);
  expect((await linesOf(cards, { search: "=hyper" })).join("\r\n")).toContain(",70.00,90.00,");
  expect(await linesOf(cards, { status: "frozen" })).toHaveLength(1);
  const all = await linesOf(cards);
  expect(await linesOf(cards, { status: "frozen,active", fundingType: "crypto,float" })).toEqual(
    all,
  );
  const everyone = { status: "approved,denied,pending,pending_kyc" };
  expect(await linesOf(users, everyone)).toEqual(await linesOf(users));
  expect(await linesOf(users, { status: "denied,pending" })).toHaveLength(1);
});

test("withdrawals, by state", async () => {
  const [, line] = await linesOf(withdrawals, { status: "pending" });
  expect(line).toMatch(/,-100\.00,0\.50,99\.50,100\.00,USD,pending,0x5290/);
  expect(await linesOf(withdrawals, { status: "completed" })).toHaveLength(1);
});

describe("the columns of amounts sum up to what the ledger changed", () => {
  let moved: TestPartner;
  let reader: Browser;
  let cardId: string;
  beforeAll(async () => {
    moved = await makePartner({ balanceUsd: 1_000 });
    reader = await signedIn(await makePerson({ partnerId: moved.partnerId, role: "viewer" }));
    cardId = await makeCard(moved, { userId: await makeApprovedUser(moved), amountUsd: 500 });
    const client = clientOf(moved);
    const pay = async (body: Record<string, unknown>): Promise<string> =>
      (await client.authorize(cardId, { merchantName: "Deutsche Bahn", ...body })).json.data
        .serviceTransactionId;
    const done = async (answer: Promise<Answer>) => {
      const { status, text } = await answer;
      expect(status, text).toBe(200);
    };
    // One of each: authorized, settled for less and for more, reversed in part and whole, declined, refunded, with a
    // fee.
    await pay({ amount: 10 });
    await done(client.settle(await pay({ amount: 20 }), 15));
    await done(client.settle(await pay({ amount: 20 }), 22.5));
    await done(client.reverse(await pay({ amount: 30 }), 5));
    await done(client.reverse(await pay({ amount: 30 })));
    await pay({ amount: 5_000 });
    const abroad = await pay({ amount: 61.3, currency: "EUR" });
    await done(client.settle(abroad));
    await done(client.refund(abroad, 20));
    await done(client.withdraw({ serviceCardId: cardId, amount: 25, reference: "sweep 7" }));
    const withdrawals = withdrawalsOf(moved);
    await withdrawals.make(100);
    await withdrawals.cancel(await withdrawals.make(50));
    await done(client.terminate(cardId));
  });

  /** The cells of each line by the names of their columns. */
  async function rowsOf(route: typeof cards): Promise<Record<string, string>[]> {
    const answer = await reader.call(route.GET, { query: zone });
    const [head = [], ...lines] = (answer.text ?? "")
      .replace(/^\ufeff/, "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.replaceAll(/"[^"]*"/g, (text) => text.replaceAll(",", ";")).split(","));
    return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ""])));
  }
  const sumOf = (rows: Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 1e6), 0);
  /** What journals of these types changed on an account, in micro-USD. */
  const changeOf = async (account: string, types: string): Promise<number> => {
    const [row] = await sql(
      `SELECT sum(e.amount_micro_usd) FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id
       WHERE e.account_id = $1 AND j.type ~ $2`,
      [account, types],
    );
    return Number(row?.sum);
  };

  test("the export of a card's transactions sums up to all but its funding", async () => {
    const rows = await rowsOf(cardLines);
    expect(new Set(rows.map(({ Status }) => Status))).toEqual(
      new Set(["authorized", "settled", "reversed", "declined"]),
    );
    const change = await changeOf(`card:${cardId}`, "^(?!card_funding)");
    expect(sumOf(rows, "Amount")).toBe(change);
    expect(rows.find(({ Category }) => Category === "cross_border_fee")).toMatchObject({
      Title: "FX fee · Deutsche Bahn",
      Kind: "FX fee",
      Amount: "-1.84",
    });
    expect(rows.find(({ Category }) => Category === "card_withdrawal")).toMatchObject({
      Reference: "sweep 7",
    });
  });

  test("the export of the wallet sums up, with the balance after each line", async () => {
    const rows = await rowsOf(walletLines);
    const { availableBalance } = (await clientOf(moved).balance()).json.data;
    expect(sumOf(rows, "Amount")).toBe(Math.round(availableBalance * 1e6));
    expect(Number(rows[0]?.["Balance after"])).toBe(availableBalance);
    rows.forEach((_, index) => {
      expect(Number(rows[index]?.["Balance after"])).toBeCloseTo(
        sumOf(rows.slice(index), "Amount") / 1e6,
        6,
      );
    });
    expect(rows.filter(({ Reference }) => Reference === "sweep 7")).toHaveLength(1);
    expect(rows.every((row) => row["Source ID"])).toBe(true);
  });

  test("the export of withdrawals sums up without one that was returned", async () => {
    const rows = await rowsOf(withdrawals);
    expect(rows.map(({ Status }) => Status)).toEqual(["cancelled", "pending"]);
    const change = await changeOf(`wallet:${moved.partnerId}`, "^withdrawal");
    expect(sumOf(rows, "Amount")).toBe(change);
    expect(sumOf(rows, "Net amount") + sumOf(rows, "Fee")).toBe(-change);
  });
});

test("the file's name contains the kind of list and the date in the reader's time zone", async () => {
  const { headers } = await browser.call(cards.GET, { query: zone });
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="cards-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(headers.get("cache-control")).toContain("no-store");
});

describe.each(Object.entries(EXPORTS))("%s", (_, { GET }) => {
  test.each([
    ["", "timeZone"],
    ["Europe/Atlantis", "timeZone"],
    ["Europe/Berlin\u0000", "timeZone"],
  ])("not in the zone %j", async (timeZone, field) => {
    const answer = await browser.call(GET, { query: { timeZone } });
    expect(invalidFields(answer)).toEqual([expect.stringContaining(field)]);
  });

  test("an export has nothing of another partner, and needs a session", async () => {
    const stranger = await makePartner({ balanceUsd: 0 });
    const other = await signedIn(await makePerson({ partnerId: stranger.partnerId }));
    const answer = await other.call(GET, { query: zone });
    expect(answer.text?.trimEnd().split("\r\n")).toHaveLength(1);
    expectRefusal(await call(GET, { query: zone }), 401, "SESSION_REQUIRED");
    const { apiKey } = partner;
    expectRefusal(await call(GET, { query: zone, apiKey }), 401, "SESSION_REQUIRED");
  });

  test("a filter that there is not is refused by its name", async () => {
    const answer = await browser.call(GET, { query: { ...zone, status: "gone", type: "gone" } });
    expect(invalidFields(answer)).toEqual([expect.stringMatching(/^(status|type): isIn$/)]);
  });
});

describe(`of ${MANY} rows`, () => {
  let large: TestPartner;
  let reader: Browser;
  beforeAll(async () => {
    large = await makePartner({ balanceUsd: 0 });
    reader = await signedIn(await makePerson({ partnerId: large.partnerId, role: "viewer" }));
    await sql(
      `INSERT INTO users (id, partner_id, email, email_key, first_name, last_name, phone_number, account_purpose, ip_address,
         program, address, city, region, postal_code, country_code, status, created_at, version)
       SELECT 'usr_' || lpad(n::text, 26, '0'), $1, n || '@example.com', n || '@example.com', 'N' || n, 'Okafor', '+1', 'T',
         '1.1.1.1', 'custodial', 'a', 'b', 'c', 'd', 'NG', 'approved', now(), 1 FROM generate_series(1, $2::int) n`,
      [large.partnerId, MANY],
    );
  });
  const statements = () =>
    vi.mocked(db.query).mock.calls.filter(([name]) => name.startsWith("users_batch")).length;

  test("each is there once, newest first, a thousand to a statement", async () => {
    const before = statements();
    const answer = await reader.call(users.GET, { query: zone });
    expect(answer.status, answer.text?.slice(0, 500)).toBe(200);
    const ids = [...(answer.text ?? "").matchAll(/^usr_(\d+),/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: MANY }, (_, index) => MANY - index));
    expect(statements() - before).toBeLessThanOrEqual(MANY / 1_000 + 1);
  });

  test("a reader who leaves ends it: no further statement is made", async () => {
    const cookie = [...reader.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = "http://127.0.0.1:3000/export?timeZone=UTC";
    const before = statements();
    const response = await users.GET(new Request(url, { headers: { cookie } }), {
      params: Promise.resolve({}),
    });
    const body = response.body?.getReader();
    await body?.read();
    await body?.read();
    await body?.cancel();
    const made = statements() - before;
    expect(made).toBeLessThanOrEqual(3);
    await sql("SELECT 1");
    expect(statements() - before).toBe(made);
  });
});

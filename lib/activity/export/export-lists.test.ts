import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listDisputes } from "@/app/api/v1/partner/card/disputes/route";
import * as deposits from "@/app/api/v1/partner/export/deposits/route";
import * as disputes from "@/app/api/v1/partner/export/disputes/route";
import * as events from "@/app/api/v1/partner/export/webhook-events/route";
import { decidedDispute, openedDispute } from "@/test/fixtures/disputes";
import { holdDeposit, type TestHeldDeposit } from "@/test/fixtures/held-deposits";
import {
  call,
  deposit,
  endTests,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";

let partner: TestPartner;
let browser: Browser;
let card: string;
let held: TestHeldDeposit;
/** Of a purchase at `=SUM(A1)`, and of a lost and a later one at `Blue Bottle Coffee`. */
const opened: string[] = [];

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  await deposit(partner.partnerId, partner.walletAddress, 300);
  held = await holdDeposit(partner, 25);
  card = await makeCard(partner, { amountUsd: 100 });
  const client = clientOf(partner);
  for (const [amount, merchantName] of [
    [4, "=SUM(A1)"],
    [5, "Blue Bottle Coffee"],
    [6, "Blue Bottle Coffee"],
  ] as const) {
    const { json } = await client.authorize(card, { amount, merchantName });
    await client.settle(json.data.serviceTransactionId);
    opened.push(await openedDispute(partner, json.data.serviceTransactionId));
  }
  await decidedDispute(partner, opened[1] ?? "", "lost");
  await webhooksOf(partner).set();
  for (const status of ["failed", "delivered"] as const)
    await makeEvent(partner, { status, attempts: 1 });
});
afterAll(endTests);

/** The cells of each line by the names of their columns. Texts of the tests contain no commas. */
async function rowsOf(route: typeof deposits, query: Record<string, string> = {}) {
  const answer = await browser.call(route.GET, { query: { timeZone: "UTC", ...query } });
  expect(answer.status, answer.text).toBe(200);
  const [head = [], ...lines] = (answer.text ?? "")
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.replaceAll(/"[^"]*"/g, (text) => text.replaceAll(",", ";")).split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ""])));
}

test("deposits: those that confirm or are held count as 0 in the sum", async () => {
  const rows = await rowsOf(deposits);
  const credited = rows.filter(({ Status }) => Status === "credited");
  expect(rows.filter(({ Status }) => Status === "held")).toEqual([
    expect.objectContaining({
      "Deposit ID": held.id,
      Amount: "0.00",
      "Deposited amount": "25.00",
      Token: "usdc",
      Chain: "base-sepolia",
      "Transaction hash": held.txHash,
      "Card ID": held.cardId,
    }),
  ]);
  expect(credited.map(({ Amount }) => Amount)).toContain("300.00");
  expect(await rowsOf(deposits, { status: "held" })).toHaveLength(1);
  expect(await rowsOf(deposits, { status: "credited,held" })).toHaveLength(rows.length);
  expect(await rowsOf(deposits, { search: held.txHash })).toHaveLength(1);
  expect(await rowsOf(deposits, { amountMin: "26", status: "held" })).toEqual([]);
});

test("disputes: one whose credit was taken back counts as 0 in the sum", async () => {
  const rows = await rowsOf(disputes);
  expect(rows.map((row) => row["Dispute ID"])).toEqual(opened.toReversed());
  expect(rows.map(({ Amount }) => Amount)).toEqual(["6.00", "0.00", "4.00"]);
  expect(rows[1]).toMatchObject({
    Merchant: "Blue Bottle Coffee",
    "Disputed amount": "5.00",
    Status: "lost",
    Reason: "not_received",
    "Card ID": card,
    "Reversal transaction ID": expect.stringMatching(/^txn_/),
  });
  expect(rows[2]?.Merchant).toBe("'=SUM(A1)");
});

test.each<[Record<string, string>, number[]]>([
  [{ status: "lost" }, [1]],
  [{ status: "lost,won" }, [1]],
  [{ status: "lost,submitted" }, [0, 1, 2]],
  [{ search: "blue BOTTLE" }, [1, 2]],
  [{ search: "=sum" }, [0]],
  [{ search: "%" }, []],
  [{ search: "0000000" }, []],
  [{ serviceTransactionId: "\u0000" }, []],
  [{ from: "2020-01-01T00:00:00Z" }, [0, 1, 2]],
  [{ to: "2020-01-01T00:00:00Z" }, []],
  [{ search: "blue", status: "submitted" }, [2]],
])("disputes by %j are the same in the list and in its export", async (query, expected) => {
  const ids = expected.map((index) => opened[index]).toReversed();
  const { json } = await call(listDisputes, { apiKey: partner.apiKey, query });
  expect(json.data.disputes.map((each: { disputeId: string }) => each.disputeId)).toEqual(ids);
  expect(json.data.pagination.total).toBe(ids.length);
  expect((await rowsOf(disputes, query)).map((row) => row["Dispute ID"])).toEqual(ids);
});

test("disputes are found by the ids and the digits of what they are about", async () => {
  const [row] = await rowsOf(disputes, { search: opened[0] ?? "" });
  expect(row?.["Dispute ID"]).toBe(opened[0]);
  for (const name of ["Transaction ID", "Card ID", "Card ending"]) {
    const found = await rowsOf(disputes, { search: row?.[name] ?? "" });
    expect(found.map((each) => each["Dispute ID"])).toContain(opened[0]);
  }
  expect(await rowsOf(disputes, { search: row?.["Transaction ID"] ?? "" })).toHaveLength(1);
});

test("webhook events: by status and event, with the last attempt", async () => {
  const rows = await rowsOf(events, { status: "failed,delivered" });
  expect(rows.map(({ Status }) => Status).sort()).toEqual(["delivered", "failed"]);
  for (const row of rows) expect(row).toMatchObject({ Attempts: "1", Test: "false" });
  const all = await rowsOf(events);
  expect(new Set(all.map(({ Status }) => Status))).toContain("not_sent");
  expect(await rowsOf(events, { status: "failed" })).toHaveLength(1);
  const credits = await rowsOf(events, { event: "wallet.deposit.crypto" });
  expect(credits.length).toBeGreaterThan(0);
  expect(new Set(credits.map(({ Event }) => Event))).toEqual(new Set(["wallet.deposit.crypto"]));
});

test("webhook events of a period that ends before it begins are refused", async () => {
  const query = { timeZone: "UTC", from: "2026-02-02T00:00:00Z", to: "2026-02-01T00:00:00Z" };
  expect(invalidFields(await browser.call(events.GET, { query }))).toEqual(["to: isAfter"]);
});

import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { newId } from "@/lib/kernel/ids";
import { insertRequests } from "@/lib/request-log/sql-store";
import { holdDeposit } from "@/test/fixtures/held-deposits";
import {
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
import { call } from "@/test/http/call";
import { clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";
import { userClientOf } from "@/test/http/user-client";
import { describeCursors, type List, pageOf, type Query, type ReadList } from "./lists";
import { IN_BROWSER, PARTNER_LISTS } from "./partner-lists";

let partner: TestPartner;
let browser: Browser;
/** Of a partner that makes no requests: each would be in its log. */
let quiet: Browser;
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

/** Writes audit entries of the partner's owner. */
async function makeAuditEntries(personId: string) {
  for (let n = 0; n < 6; n++)
    await sql(
      `INSERT INTO audit_entries (id, person_id, partner_id, action, target_id, created_at)
       VALUES ($1, $2, $3, 'setRedirectUrl', 'object', now())`,
      [newId("aud"), personId, partner.partnerId],
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

/** Writes requests as the log does: each fourth is a refused POST to another path. */
async function makeRequests() {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  quiet = await signedIn(await makePerson({ partnerId, role: "owner" }));
  const [{ id: keyId }] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [partnerId]);
  const rows = Array.from({ length: 12 }, (_, n) => ({
    ...{ id: newId("req"), partnerId, keyId, personId: null },
    ...(n % 4 === 0
      ? { method: "POST", route: "/b", path: "/b", status: 402, errorCode: "X" }
      : { method: "GET", route: "/a", path: "/a", status: 200, errorCode: null }),
    ...{ query: null, durationMs: 1, idempotencyKey: null, requestBody: null },
    ...{ responseBody: "{}", createdAt: new Date() },
  }));
  await insertRequests(rows);
}

beforeAll(async () => {
  partner = await makePartner();
  const owner = await makePerson(partner);
  browser = await signedIn(owner);
  await makeAuditEntries(owner.personId);
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
  await makeRequests();
});
afterAll(endTests);

const read: ReadList = (list, query) => {
  if (list === PARTNER_LISTS.listRequests) return quiet.call(list.handler, { query });
  if (IN_BROWSER.includes(list)) return browser.call(list.handler, { query });
  return call(list.handler, { apiKey: partner.apiKey, query, params: { serviceId } });
};
const page = (list: List, query: Query) => pageOf(read, list, query);

describeCursors(PARTNER_LISTS, read);

test("a cursor of another partner shows nothing of that partner", async () => {
  const other = await makePartner();
  await makeApprovedUser(other, { first_name: "Other" });
  const stranger = await signedIn(await makePerson({ partnerId: other.partnerId, role: "owner" }));
  const { apiKey } = other;
  const readOther: ReadList = (list, query) =>
    IN_BROWSER.includes(list)
      ? stranger.call(list.handler, { query })
      : call(list.handler, { apiKey, query });
  for (const list of Object.values(PARTNER_LISTS))
    for (const query of list.queries) {
      const { nextCursor: cursor } = (await page(list, { ...query, limit: 1 })).pagination;
      if (cursor === undefined || list === PARTNER_LISTS.listUserCards) continue;
      const answer = await readOther(list, { ...query, cursor });
      if (answer.status === 400) expect(invalidFields(answer)).toEqual(["cursor: isCursor"]);
      else expect(JSON.stringify(answer.json)).not.toContain(cursor);
    }
});

test("items that come in or leave between two pages are neither repeated nor do they hide others", async () => {
  const list = PARTNER_LISTS.listUsers;
  const whole = (await page(list, {})).items as { serviceId: string }[];
  const first = await page(list, { limit: 2 });
  await makeApprovedUser(partner);
  await userClientOf(partner).remove(whole[1]?.serviceId ?? "");
  const { nextCursor: cursor = "" } = first.pagination;
  expect((await page(list, { cursor })).items).toEqual(whole.slice(2));
});

test("an empty cursor is no cursor, and a page of no items has no next one", async () => {
  const list = PARTNER_LISTS.listCards;
  expect(await page(list, { cursor: "" })).toEqual(await page(list, {}));
  expect((await page(list, { limit: 0 })).pagination.nextCursor).toBeUndefined();
});

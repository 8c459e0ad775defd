import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import {
  HOOK,
  makeAttempt,
  makeEvent,
  type WebhookClient,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import { expectSuccess, invalidFields } from "@/test/http/expect-answer";

const DEPOSIT = "wallet.deposit.crypto";
const start = Date.now() - 60 * MINUTE_MS;
const at = (place: number) => new Date(start + place * 10 * MINUTE_MS);
const resourceId = newId("usr");

let partner: TestPartner;
let client: WebhookClient;
let kyc: string;
let deposit: string;
/** One delivery of each kind, oldest first, ten minutes apart. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
  await client.set();
  kyc = await makeEvent(partner, { at: at(0), resourceId });
  deposit = await makeEvent(partner, { at: at(0), event: DEPOSIT });
  const attempt = (eventId: string, number: number, succeeded: boolean, place: number) =>
    makeAttempt(partner.partnerId, eventId, { number, succeeded, at: at(place) });
  ids.failed = await attempt(kyc, 1, false, 1);
  ids.failedDeposit = await attempt(deposit, 1, false, 2);
  ids.taken = await attempt(kyc, 2, true, 3);
  ids.takenDeposit = await attempt(deposit, 2, true, 4);
});
afterAll(endTests);

async function found(query: Parameters<WebhookClient["deliveries"]>[0]) {
  const { status, json } = await client.deliveries(query);
  expect(status).toBe(200);
  const names = json.data.deliveries.map(
    ({ id }: { id: string }) => Object.entries(ids).find(([, one]) => one === id)?.[0],
  );
  return { names, total: json.data.pagination.total };
}

const all = ["takenDeposit", "taken", "failedDeposit", "failed"];

describe("List Webhook Deliveries", () => {
  test("List Webhook Deliveries of a partner without deliveries is empty", async () => {
    const nobody = webhooksOf(await makePartner({ balanceUsd: 0 }));
    const pagination = { skip: 0, limit: 50, total: 0 };
    expectSuccess(await nobody.deliveries(), { deliveries: [], pagination });
    expectSuccess(await nobody.deliveries({ eventId: kyc }), { deliveries: [], pagination });
  });

  test("shows every request across events, newest first, with its event", async () => {
    expect(await found({})).toEqual({ names: all, total: 4 });
    const [, taken, failedDeposit] = (await client.deliveries()).json.data.deliveries;
    expect(taken).toStrictEqual({
      id: ids.taken,
      eventId: kyc,
      event: "user.kyc-event",
      resourceId,
      isTest: false,
      attempt: 2,
      url: HOOK,
      status: "succeeded",
      statusCode: 204,
      error: null,
      durationMs: 12,
      createdAt: at(3).toISOString(),
    });
    expect(failedDeposit).toMatchObject({ eventId: deposit, status: "failed", statusCode: 500 });
  });
});

describe("filters", () => {
  const time = (place: number) => at(place).toISOString();

  test.each<[() => Record<string, string>, string[]]>([
    [() => ({ status: "succeeded" }), ["takenDeposit", "taken"]],
    [() => ({ status: "failed" }), ["failedDeposit", "failed"]],
    [() => ({ event: DEPOSIT }), ["takenDeposit", "failedDeposit"]],
    [() => ({ event: "card.deposit.crypto" }), []],
    [() => ({ event: DEPOSIT, status: "failed" }), ["failedDeposit"]],
    [() => ({ eventId: kyc }), ["taken", "failed"]],
    [() => ({ eventId: kyc, status: "failed" }), ["failed"]],
    [() => ({ eventId: kyc, event: DEPOSIT }), []],
    [() => ({ eventId: newId("evt") }), []],
    [() => ({ eventId: "' OR '1'='1" }), []],
    [() => ({ resourceId }), ["taken", "failed"]],
    [() => ({ resourceId, status: "succeeded", eventId: kyc }), ["taken"]],
    [() => ({ from: time(2) }), ["takenDeposit", "taken", "failedDeposit"]],
    [() => ({ to: time(2) }), ["failed"]],
    [() => ({ from: time(2), to: time(4) }), ["taken", "failedDeposit"]],
    [() => ({ from: time(2), to: time(4), status: "failed", event: DEPOSIT }), ["failedDeposit"]],
    [() => ({ from: time(3), eventId: kyc, resourceId }), ["taken"]],
  ])("%s", async (query, names) => {
    expect(await found(query())).toEqual({ names, total: names.length });
  });

  test.each([
    [{ status: "delivered" }, "status: isIn"],
    [{ event: "x" }, "event: isIn"],
    [{ from: "yesterday" }, "from: isISO8601"],
    [{ from: "2026-11-22T00:00:00Z", to: "2026-11-21T00:00:00Z" }, "to: isAfter"],
    [{ eventId: "" }, "eventId: isNotEmpty"],
    [{ eventId: "\u0000" }, "eventId: isText"],
    [{ limit: "-1" }, "limit: isInt"],
  ])("%j is refused", async (query, fault) => {
    expect(invalidFields(await client.deliveries(query))).toEqual([fault]);
  });
});

test("a just sent delivery is found from its own instant", async () => {
  const other = await makePartner({ balanceUsd: 0 });
  const others = webhooksOf(other);
  await others.set();
  await makeEvent(other, { attempts: 1 });
  const [{ createdAt: from }] = (await others.deliveries()).json.data.deliveries;
  expect((await others.deliveries({ from })).json.data.pagination.total).toBe(1);
});

test("pages have no gap or repeat, each with the total", async () => {
  for (const [query, expected] of [
    [{}, all],
    [{ status: "failed" }, ["failedDeposit", "failed"]],
  ] as const) {
    const walked: string[] = [];
    for (let skip = 0; skip < expected.length; skip++) {
      const page = await found({ ...query, skip, limit: 1 });
      expect(page.total).toBe(expected.length);
      walked.push(...page.names);
    }
    expect(walked).toEqual(expected);
    expect(await found({ ...query, skip: 4 })).toEqual({ names: [], total: expected.length });
  }
});

test("another partner's deliveries are not found by any filter", async () => {
  const stranger = await makePartner({ balanceUsd: 0 });
  for (const query of [
    {},
    { eventId: kyc },
    { resourceId },
    { event: DEPOSIT },
    { status: "failed" },
  ])
    expect(
      (await webhooksOf(stranger).deliveries(query as Record<string, string>)).json.data,
    ).toEqual({
      deliveries: [],
      pagination: { skip: 0, limit: 50, total: 0 },
    });
});

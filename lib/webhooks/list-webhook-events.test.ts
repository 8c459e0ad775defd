import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  makeAttempt,
  makeEvent,
  pauseEndpoint,
  type WebhookClient,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import { anId, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

const EVENT = "user.kyc-event";
const DEPOSIT = "wallet.deposit.crypto";

let partner: TestPartner;
let client: WebhookClient;
const resourceId = newId("usr");
/** One event of each kind, oldest first, ten minutes apart; the last one is from now. */
const ids: Record<string, string> = {};
const start = Date.now() - 60 * MINUTE_MS;
const at = (place: number) => new Date(start + place * 10 * MINUTE_MS);

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
  ids.unsent = await makeEvent(partner, { at: at(0), resourceId });
  ids.unsentDeposit = await makeEvent(partner, { at: at(1), event: DEPOSIT });
  await client.set();
  ids.failed = await makeEvent(partner, { at: at(2), resourceId, status: "failed", attempts: 8 });
  ids.delivered = await makeEvent(partner, { at: at(3), status: "delivered", attempts: 1 });
  ids.failedDeposit = await makeEvent(partner, {
    at: at(4),
    event: DEPOSIT,
    status: "failed",
    attempts: 8,
  });
  ids.retried = await makeEvent(partner, { at: at(5), resourceId, attempts: 2 });
  ids.fresh = await makeEvent(partner, { at: at(6) });
});
afterAll(endTests);

/** Returns the names of the events that a query finds, and the reported total. */
async function found(query: Parameters<WebhookClient["events"]>[0]) {
  const { status, json } = await client.events(query);
  expect(status).toBe(200);
  const names = json.data.events.map(
    ({ id }: { id: string }) => Object.entries(ids).find(([, one]) => one === id)?.[0],
  );
  return { names, total: json.data.pagination.total };
}

const all = ["fresh", "retried", "failedDeposit", "delivered", "failed", "unsentDeposit", "unsent"];

describe("List Webhook Events", () => {
  test("List Webhook Events of a partner without events is empty", async () => {
    const nobody = webhooksOf(await makePartner({ balanceUsd: 0 }));
    const pagination = { skip: 0, limit: 50, total: 0 };
    expectSuccess(await nobody.events(), { events: [], pagination });
    expectSuccess(await nobody.events({ status: "failed" }), { events: [], pagination });
  });

  test("lists every event newest first, with the status of its delivery", async () => {
    const answer = await client.events();
    const [fresh, retried, failedDeposit, delivered, , , unsent] = answer.json.data.events;
    expect((await found({})).names).toEqual(all);
    const subject = "Amara Okafor approved";
    const common = { event: EVENT, subject, isTest: false, sequence: 1 };
    expect(unsent).toStrictEqual({
      ...common,
      id: ids.unsent,
      resourceId,
      status: "not_sent",
      attempts: 0,
      createdAt: at(0).toISOString(),
    });
    expect(fresh).toStrictEqual({
      ...common,
      id: ids.fresh,
      resourceId: anId("usr"),
      status: "pending",
      attempts: 0,
      nextAttemptAt: TIMESTAMP,
      createdAt: at(6).toISOString(),
    });
    expect(retried).toStrictEqual({
      ...common,
      id: ids.retried,
      resourceId,
      sequence: 3,
      status: "pending",
      attempts: 2,
      nextAttemptAt: TIMESTAMP,
      lastAttempt: { statusCode: 500, error: null, at: TIMESTAMP },
      createdAt: at(5).toISOString(),
    });
    expect(delivered).toStrictEqual({
      ...common,
      id: ids.delivered,
      resourceId: anId("usr"),
      status: "delivered",
      attempts: 1,
      lastAttempt: { statusCode: 204, error: null, at: TIMESTAMP },
      deliveredAt: TIMESTAMP,
      createdAt: at(3).toISOString(),
    });
    expect(failedDeposit).toMatchObject({ event: DEPOSIT, status: "failed", attempts: 8 });
    for (const field of ["nextAttemptAt", "deliveredAt"])
      expect(failedDeposit).not.toHaveProperty(field);
  });

  test("the last attempt is the latest one, with its error if there was no response", async () => {
    const other = await makePartner({ balanceUsd: 0 });
    await webhooksOf(other).set();
    const eventId = await makeEvent(other, { attempts: 9 });
    await makeAttempt(other.partnerId, eventId, { number: 10, error: "The connection was closed" });
    const [event] = (await webhooksOf(other).events()).json.data.events;
    expect(event.lastAttempt).toStrictEqual({
      statusCode: null,
      error: "The connection was closed",
      at: TIMESTAMP,
    });
  });
});

describe("the next attempt", () => {
  async function nextOf(change: string): Promise<string | undefined> {
    const other = await makePartner({ balanceUsd: 0 });
    const others = webhooksOf(other);
    await others.set();
    const eventId = await makeEvent(other);
    await sql(`UPDATE webhook_deliveries SET ${change} WHERE event_id = $1`, [eventId]);
    return (await others.events()).json.data.events[0].nextAttemptAt;
  }

  test("is its due time", async () => {
    expect(await nextOf("due_at = '2031-05-05T05:05:05Z'")).toBe("2031-05-05T05:05:05.000Z");
  });

  test("is absent during an attempt, and present when the lease has expired", async () => {
    expect(await nextOf("due_at = now() + interval '90 seconds', lease_id = 'x'")).toBeUndefined();
    expect(await nextOf("due_at = now() - interval '1 second', lease_id = 'x'")).toEqual(TIMESTAMP);
  });

  test("is absent while the endpoint is paused", async () => {
    const other = await makePartner({ balanceUsd: 0 });
    const others = webhooksOf(other);
    await others.set();
    await makeEvent(other);
    await pauseEndpoint(other);
    expect((await others.events()).json.data.events[0]).not.toHaveProperty("nextAttemptAt");
  });
});

describe("filters", () => {
  const time = (place: number, ms = 0) => new Date(at(place).getTime() + ms).toISOString();

  test.each<[Record<string, string>, string[]]>([
    [{ event: EVENT }, ["fresh", "retried", "delivered", "failed", "unsent"]],
    [{ event: DEPOSIT }, ["failedDeposit", "unsentDeposit"]],
    [{ event: "card.deposit.crypto" }, []],
    [{ status: "pending" }, ["fresh", "retried"]],
    [{ status: "delivered" }, ["delivered"]],
    [{ status: "failed" }, ["failedDeposit", "failed"]],
    [{ status: "not_sent" }, ["unsentDeposit", "unsent"]],
    [{ status: "failed", event: DEPOSIT }, ["failedDeposit"]],
    [{ status: "failed,delivered" }, ["failedDeposit", "delivered", "failed"]],
    [{ status: "delivered,failed", event: `${EVENT},${DEPOSIT}`, resourceId }, ["failed"]],
    [{ status: "not_sent,delivered", event: DEPOSIT }, ["unsentDeposit"]],
    [{ status: "not_sent,failed", resourceId }, ["failed", "unsent"]],
    [{ status: "not_sent", event: DEPOSIT }, ["unsentDeposit"]],
    [{ status: "delivered", event: DEPOSIT }, []],
    [{ resourceId }, ["retried", "failed", "unsent"]],
    [{ resourceId, status: "failed" }, ["failed"]],
    [{ resourceId, status: "not_sent" }, ["unsent"]],
    [{ resourceId, status: "delivered" }, []],
    [{ resourceId, event: DEPOSIT }, []],
    [{ resourceId: "usr_nobody" }, []],
    [{ resourceId: "' OR '1'='1" }, []],
    [{ from: time(3) }, ["fresh", "retried", "failedDeposit", "delivered"]],
    [{ from: time(3, 1) }, ["fresh", "retried", "failedDeposit"]],
    // Its id was created a moment later.
    [{ from: time(6) }, ["fresh"]],
    [{ to: time(2) }, ["unsentDeposit", "unsent"]],
    [{ to: time(2, 1) }, ["failed", "unsentDeposit", "unsent"]],
    [{ from: time(1), to: time(4) }, ["delivered", "failed", "unsentDeposit"]],
    [{ from: time(1), to: time(4), status: "failed" }, ["failed"]],
    [{ from: time(1), to: time(4), status: "not_sent", event: DEPOSIT }, ["unsentDeposit"]],
    [{ from: time(1), to: time(4), status: "failed", event: EVENT, resourceId }, ["failed"]],
    [{ from: time(5), status: "failed" }, []],
    [{ from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" }, all],
    [{ to: "0000-01-01T00:00:00+23:59" }, []],
  ])("%j", async (query, names) => {
    expect(await found(query)).toEqual({ names, total: names.length });
  });

  test("an instant of another zone is the same instant", async () => {
    const local = new Date(at(3).getTime() + 2 * 60 * MINUTE_MS).toISOString();
    const from = local.replace("Z", "+02:00");
    expect((await found({ from })).names).toHaveLength(4);
  });

  test.each([
    [{ event: "no.such-event" }, "event: isIn"],
    [{ event: "*" }, "event: isIn"],
    [{ status: "sent" }, "status: isIn"],
    [{ status: "failed,sent" }, "status: isIn"],
    [{ status: "failed," }, "status: isIn"],
    [{ from: "2026-11-21" }, "from: isISO8601"],
    [{ from: "2026-11-21T09:40:00" }, "from: isISO8601"],
    [{ from: "2026-02-30T09:40:00Z" }, "from: isISO8601"],
    [{ to: "1795254000" }, "to: isISO8601"],
    [{ to: "2026-11-21 09:40:00Z" }, "to: isISO8601"],
    [{ to: "" }, "to: isISO8601"],
    [{ from: "2026-11-21T09:40:00Z", to: "" }, "to: isISO8601"],
    [{ from: "2026-11-21T09:40:00Z", to: "2026-11-21T09:40:00Z" }, "to: isAfter"],
    [{ from: "2026-11-21T09:40:00Z", to: "2026-11-21T10:40:00+02:00" }, "to: isAfter"],
    [{ resourceId: "" }, "resourceId: isNotEmpty"],
    [{ resourceId: "r".repeat(101) }, "resourceId: maxLength"],
    [{ resourceId: "a\u0000" }, "resourceId: isText"],
  ])("%j is refused", async (query, fault) => {
    expect(invalidFields(await client.events(query))).toEqual([fault]);
  });

  test("a repeated filter is refused", async () => {
    const answer = await client.events("?event=user.kyc-event&event=user.kyc-event");
    expect(invalidFields(answer)).toEqual(["event: isSingle"]);
  });
});

describe("pages", () => {
  test.each<Record<string, string>>([
    {},
    { event: EVENT },
    { status: "not_sent" },
    { status: "failed" },
    { resourceId },
  ])("of %j have no gap or repeat, each with the total", async (query) => {
    const whole = await found(query);
    const walked: string[] = [];
    for (let skip = 0; skip < whole.total; skip++) {
      const page = await found({ ...query, skip, limit: 1 });
      expect(page.total).toBe(whole.total);
      walked.push(...page.names);
    }
    expect(walked).toEqual(whole.names);
    expect(await found({ ...query, skip: whole.total })).toEqual({
      names: [],
      total: whole.total,
    });
    expect(await found({ ...query, limit: 0 })).toEqual({ names: [], total: whole.total });
  });

  test("contain skip and limit", async () => {
    const { pagination } = (await client.events({ skip: 2, limit: 500, event: EVENT })).json.data;
    expect(pagination).toStrictEqual({ skip: 2, limit: 100, total: 5 });
  });
});

test("another partner's events are not found by any filter", async () => {
  const stranger = await makePartner({ balanceUsd: 0 });
  await webhooksOf(stranger).set();
  const own = await makeEvent(stranger);
  const totalOf = async (query: Record<string, string>) =>
    (await webhooksOf(stranger).events(query)).json.data.pagination.total;
  const from = at(0).toISOString();
  for (const query of [{}, { event: EVENT }, { status: "pending" }, { from }] as Record<
    string,
    string
  >[]) {
    const { events } = (await webhooksOf(stranger).events(query)).json.data;
    expect(events.map(({ id }: { id: string }) => id)).toEqual([own]);
    expect(await totalOf(query)).toBe(1);
  }
  expect(await totalOf({ resourceId })).toBe(0);
  expect(await totalOf({ status: "failed" })).toBe(0);
  expect(await totalOf({ status: "not_sent" })).toBe(0);
});

import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  deliveryOf,
  makeEvent,
  pauseEndpoint,
  type WebhookClient,
  wakesOf,
  webhooksOf,
} from "@/test/fixtures/webhooks";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { MAX_REPLAYED } from "./replay-limits";

const DEPOSIT = "wallet.deposit.crypto";
const start = Date.now() - 60 * MINUTE_MS;
const at = (place: number, ms = 0) => new Date(start + place * 10 * MINUTE_MS + ms);
const time = (place: number, ms = 0) => at(place, ms).toISOString();

let partner: TestPartner;
let client: WebhookClient;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = webhooksOf(partner);
  await client.set();
});
afterAll(endTests);

const failed = { status: "failed", attempts: 8 } as const;
const statusesOf = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await deliveryOf(id))?.status));

describe("Replay Failed Webhook Events", () => {
  test("replays only failed events since the given time", async () => {
    const old = await makeEvent(partner, { at: at(0), ...failed });
    const first = await makeEvent(partner, { at: at(1), ...failed });
    const second = await makeEvent(partner, { at: at(2), event: DEPOSIT, ...failed });
    const taken = await makeEvent(partner, { at: at(3), status: "delivered", attempts: 1 });
    const waiting = await makeEvent(partner, { at: at(4), attempts: 2 });
    expectSuccess(await client.replay({ since: time(1) }), { replayed: 2, hasMore: false });
    expect(await statusesOf([old, first, second, taken, waiting])).toEqual([
      "failed",
      "pending",
      "pending",
      "delivered",
      "pending",
    ]);
    for (const id of [first, second])
      expect(await deliveryOf(id)).toEqual({
        status: "pending",
        attempts: 8,
        failures: 0,
        isDue: true,
        leaseId: null,
        isCompleted: false,
      });
    expect(await deliveryOf(waiting)).toMatchObject({ attempts: 2, failures: 2 });
  });

  test("an event of this instant is included from its own instant", async () => {
    await makeEvent(partner, failed);
    const [{ createdAt: since }] = (await client.events()).json.data.events;
    expect((await client.replay({ since })).json.data.replayed).toBe(1);
  });

  test("a second call replays nothing", async () => {
    await makeEvent(partner, failed);
    const since = time(0);
    expect((await client.replay({ since })).json.data).toEqual({ replayed: 1, hasMore: false });
    expect((await client.replay({ since })).json.data).toEqual({ replayed: 0, hasMore: false });
  });

  test.each<[Record<string, string>, number[]]>([
    [{ since: time(1) }, [1, 2, 3]],
    [{ since: time(1, 1) }, [2, 3]],
    [{ since: time(0), until: time(2) }, [0, 1]],
    [{ since: time(0), until: time(2, 1) }, [0, 1, 2]],
    [{ since: time(0), event: DEPOSIT }, [1, 3]],
    [{ since: time(0), until: time(2), event: DEPOSIT }, [1]],
    [{ since: time(0), event: "card.deposit.crypto" }, []],
    [{ since: time(4) }, []],
    [{ since: "0001-01-01T00:00:00Z", until: "9999-12-31T23:59:59+00:00" }, [0, 1, 2, 3]],
  ])("%j replays %j", async (body, expected) => {
    const ids: string[] = [];
    for (let place = 0; place < 4; place++) {
      const event = place % 2 === 0 ? "user.kyc-event" : DEPOSIT;
      ids.push(await makeEvent(partner, { at: at(place), event, ...failed }));
    }
    const { data } = (await client.replay(body)).json;
    expect(data).toEqual({ replayed: expected.length, hasMore: false });
    const statuses = await statusesOf(ids);
    expect(statuses.flatMap((one, place) => (one === "pending" ? [place] : []))).toEqual(expected);
  });

  test("wakes the dispatcher if there is an event", async () => {
    const replay = () => client.replay({ since: time(0) });
    expect(await wakesOf(replay)).toBe(0);
    await makeEvent(partner, failed);
    expect(await wakesOf(replay)).toBe(1);
  });

  test(`at most ${MAX_REPLAYED} a call, the oldest first, and it says that more remain`, async () => {
    const more = 3;
    const count = MAX_REPLAYED + more;
    const prefix = newId("evt").slice(0, -6);
    await sql(
      `WITH made AS (
         INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at)
         SELECT $2 || lpad(n::text, 6, '0'), $1, 'user.kyc-event', 'usr_' || n, 1, '{}', now()
         FROM generate_series(1, $3::int) n RETURNING *)
       INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, failures, due_at, created_at)
       SELECT id, partner_id, resource_id, 1, 'failed', 8, 8, now(), created_at FROM made`,
      [partner.partnerId, prefix, count],
    );
    const replay = async () => (await client.replay({ since: time(0) })).json.data;
    expect(await replay()).toEqual({ replayed: MAX_REPLAYED, hasMore: true });
    const [rest] = await sql(
      "SELECT count(*)::int AS n, min(event_id) AS first FROM webhook_deliveries WHERE partner_id = $1 AND status = 'failed'",
      [partner.partnerId],
    );
    expect(rest).toEqual({
      n: more,
      first: `${prefix}${String(count - more + 1).padStart(6, "0")}`,
    });
    expect(await replay()).toEqual({ replayed: more, hasMore: false });
  });

  test("20 concurrent calls replay each event once", async () => {
    for (let place = 0; place < 30; place++) await makeEvent(partner, failed);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.replay({ since: time(0) })),
    );
    const replayed = answers.map(({ json }) => json.data.replayed);
    expect(replayed.reduce((sum, one) => sum + one, 0)).toBe(30);
  });

  test("another partner's failed events stay unchanged", async () => {
    const id = await makeEvent(partner, failed);
    const stranger = webhooksOf(await makePartner({ balanceUsd: 0 }));
    await stranger.set();
    expect((await stranger.replay({ since: time(0) })).json.data.replayed).toBe(0);
    expect(await deliveryOf(id)).toMatchObject({ status: "failed" });
  });
});

describe("refusals", () => {
  test("WEBHOOK_PAUSED and WEBHOOK_NOT_SET, without effect", async () => {
    const id = await makeEvent(partner, failed);
    await pauseEndpoint(partner);
    const replay = () => client.replay({ since: time(0) });
    expectRefusal(await replay(), 400, "WEBHOOK_PAUSED");
    await sql("UPDATE webhook_endpoints SET url = NULL WHERE partner_id = $1", [partner.partnerId]);
    expect(await wakesOf(async () => expectRefusal(await replay(), 400, "WEBHOOK_NOT_SET"))).toBe(
      0,
    );
    expect(await deliveryOf(id)).toMatchObject({ status: "failed" });
  });

  test.each([
    [{}, "since: isNotEmpty"],
    [{ since: null }, "since: isString"],
    [{ since: 1_795_254_000 }, "since: isString"],
    [{ since: "2026-11-21" }, "since: isISO8601"],
    [{ since: time(0), until: "soon" }, "until: isISO8601"],
    [{ since: time(1), until: time(1) }, "until: isAfter"],
    [{ since: time(1), until: time(0) }, "until: isAfter"],
    [{ since: time(0), event: "*" }, "event: isIn"],
  ])("%j is refused", async (body, fault) => {
    expect(invalidFields(await client.replay(body))).toEqual([fault]);
  });
});

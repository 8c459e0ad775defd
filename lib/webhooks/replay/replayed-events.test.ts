import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstIdAt } from "@/lib/kernel/ids";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { HOOK } from "@/test/fixtures/webhooks";
import { REPLAY_STATUSES, type ReplayStatus } from "../replay-limits";
import { armEvents, countReplayable, type ReplayFilters } from "./store";

const STEP_MS = 600_000;
const FIRST_MS = Date.now() - 48 * 3_600_000;
const TYPES = ["user.kyc-event", "wallet.deposit.crypto", "card.transaction-event"];
const SUBSCRIBED = TYPES.slice(0, 2);
const RESOURCES = ["usr_a", "usr_b", "usr_c"];
/** The states of an event, and the status as which a replay finds it. */
const STATES: readonly (ReplayStatus | undefined)[] = [
  "not_sent",
  "failed",
  "pending",
  undefined,
  undefined,
  undefined,
];
/** Status, attempts, failures and lease of the delivery in each of the states. */
const DELIVERIES = [
  undefined,
  ["failed", 8, 8, null],
  ["pending", 2, 2, null],
  ["pending", 0, 0, null],
  ["pending", 2, 2, "lease"],
  ["delivered", 1, 0, null],
] as const;

interface Made {
  id: string;
  at: Date;
  type: string;
  resourceId: string;
  foundAs: ReplayStatus | undefined;
}

let partner: TestPartner;
let events: Made[];

/** Stores an event in one of the states, in the middle of the events of another partner. */
async function make(partnerId: string, place: number): Promise<Made> {
  const at = new Date(FIRST_MS + place * STEP_MS);
  const state = place % STATES.length;
  const type = TYPES[Math.floor(place / 6) % TYPES.length] ?? "";
  const resourceId = RESOURCES[Math.floor(place / 7) % RESOURCES.length] ?? "";
  const id = `${firstIdAt("evt", at).slice(0, "evt_".length + 10)}${partnerId.slice(-16)}`;
  const values = [id, partnerId, type, resourceId, place + 1, at];
  await sql(
    `INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at, is_sent)
     VALUES ($1, $2, $3, $4, $5, '{}', $6, $7)`,
    [...values, state !== 0],
  );
  const delivery = DELIVERIES[state];
  if (delivery !== undefined)
    await sql(
      `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, failures, lease_id, due_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '1 hour', $9)`,
      [id, partnerId, resourceId, place + 1, ...delivery, at],
    );
  return { id, at, type, resourceId, foundAs: STATES[state] };
}

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  const other = await makePartner({ balanceUsd: 0 });
  events = [];
  for (let place = 0; place < 108; place++) {
    events.push(await make(partner.partnerId, place));
    await make(other.partnerId, place);
  }
  await sql("INSERT INTO webhook_endpoints (partner_id, url, events) VALUES ($1, $2, $3)", [
    ...[partner.partnerId, HOOK, SUBSCRIBED],
  ]);
});
afterAll(endTests);

/** The events that a replay finds as a status, oldest first: every event compared with every filter. */
const foundAs = (status: ReplayStatus, filters: ReplayFilters) =>
  events.filter(
    ({ at, type, resourceId, foundAs }) =>
      foundAs === status &&
      (filters.since === undefined || at >= filters.since) &&
      (filters.until === undefined || at < filters.until) &&
      (filters.event?.includes(type) ?? (status !== "not_sent" || SUBSCRIBED.includes(type))) &&
      (filters.resourceId === undefined || resourceId === filters.resourceId),
  );

const time = (place: number) => new Date(FIRST_MS + place * STEP_MS);
const FILTERS: ReplayFilters[] = [undefined, time(30)].flatMap((since) =>
  [undefined, time(31), time(90)].flatMap((until) =>
    [undefined, ["user.kyc-event"], ["card.transaction-event", "user.kyc-event"]].flatMap((event) =>
      [undefined, "usr_b"].map((resourceId) => ({ since, until, event, resourceId })),
    ),
  ),
);

test("the counts before a replay are those of all events compared with the filters", async () => {
  for (const filters of FILTERS) {
    const expected = REPLAY_STATUSES.map((status) => [
      status,
      BigInt(Math.min(foundAs(status, filters).length, 6)),
    ]);
    expect(await countReplayable(partner.partnerId, filters, 5), JSON.stringify(filters)).toEqual(
      Object.fromEntries(expected),
    );
  }
});

test("replays send the oldest events that the filters select, each once", async () => {
  const statuses = [["failed"], ["not_sent", "pending"], [...REPLAY_STATUSES]] as ReplayStatus[][];
  const asked = FILTERS.flatMap((filters) => statuses.map((some) => ({ filters, some })));
  const remaining = () => events.filter((each) => each.foundAs !== undefined).length;
  expect(remaining()).toBe(54);
  for (const { filters, some } of asked) {
    const found = some
      .flatMap((status) => foundAs(status, filters))
      .sort((one, next) => one.at.getTime() - next.at.getTime());
    const sent = found.slice(0, 2);
    const answer = await armEvents(partner.partnerId, some, filters, 2);
    const shown = JSON.stringify({ filters, some });
    expect(answer, shown).toMatchObject({
      replayed: BigInt(sent.length),
      hasMore: found.length > sent.length,
    });
    for (const each of sent) each.foundAs = undefined;
    const open = await sql(
      `SELECT e.id FROM webhook_events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id
       WHERE e.partner_id = $1 AND (d.event_id IS NULL OR d.status = 'failed' OR d.status = 'pending' AND d.failures > 0 AND d.lease_id IS NULL)
       ORDER BY e.id`,
      [partner.partnerId],
    );
    const expected = events.filter((each) => each.foundAs !== undefined).map(({ id }) => id);
    expect(
      open.map(({ id }) => id),
      shown,
    ).toEqual(expected);
  }
  expect(remaining()).toBeLessThan(10);
});

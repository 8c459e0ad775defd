import "@/test/database";
import { afterAll, afterEach, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { endTests, sql } from "@/test/fixtures/make";
import { cardIssuerSchema } from "../card-issuer-schema";
import { presentCardIssuer, readCardIssuer } from "./card-issuer";
import { readIssuerEvents } from "./store";

const STRIPE = {
  CARD_ISSUER: "stripe",
  STRIPE_SECRET_KEY: "sk_test_123456789012",
  STRIPE_AUTHORIZATION_WEBHOOK_SECRET: "whsec_one",
  STRIPE_EVENTS_WEBHOOK_SECRET: "whsec_two",
};
const NO_EVENTS = { pending: 0, oldestPendingAt: null, listedAt: null };
const before = { ...process.env };

afterEach(() => {
  process.env = { ...before };
  forgetEnv();
});
afterAll(endTests);

const queue = (id: string, column: string) =>
  sql(
    `INSERT INTO issuer_updates (issuer, kind, issuer_id, status, created_at, ${column})
     VALUES ('stripe', 'card', $1, 'frozen', '2026-11-21T10:00:00Z', now())`,
    [id],
  );

test("the sandbox has no state, until updates of a former issuer are left", async () => {
  expect(presentCardIssuer(await readCardIssuer(), NO_EVENTS)).toBeNull();
  await queue("ic_left", "due_at");
  expect(await readCardIssuer()).toMatchObject({ name: "sandbox", pending: 1 });
  await sql("DELETE FROM issuer_updates WHERE issuer_id = 'ic_left'");
});

test("shows what is to be delivered, what was refused and the last comparison", async () => {
  Object.assign(process.env, STRIPE);
  forgetEnv();
  const nothing = presentCardIssuer(await readCardIssuer(), NO_EVENTS);
  expect(nothing).toEqual({
    name: "stripe",
    pendingUpdates: 0,
    oldestPendingAt: null,
    refusedUpdates: 0,
    comparison: null,
    events: { pending: 0, oldestPendingAt: null, listedAt: null },
    postings: null,
  });
  await queue("ic_due", "due_at");
  await queue("ic_refused", "refused_at");
  await queue("ic_delivered", "delivered_at");
  await sql(
    `INSERT INTO checks (kind, ran_at, duration_ms, is_sound, result) VALUES ('issuer_cards', now(), 5, false, $1)`,
    [
      {
        issuer: "stripe",
        cards: 3,
        differences: 1,
        examples: [{ kind: "missing_here", issuerCardId: "ic_9", statusThere: "unknown" }],
        blockedCardholders: 0,
        blocked: [],
      },
    ],
  );
  const shown = presentCardIssuer(await readCardIssuer(), NO_EVENTS);
  expect(cardIssuerSchema.parse(shown)).toMatchObject({
    pendingUpdates: 1,
    oldestPendingAt: "2026-11-21T10:00:00.000Z",
    refusedUpdates: 1,
    comparison: { differences: 1, isSound: false },
  });
});

test("shows the events that are not applied and the last comparison of postings", async () => {
  Object.assign(process.env, STRIPE);
  forgetEnv();
  await sql(
    `INSERT INTO issuer_events (issuer, id, type, issued_at, received_at, outcome, attempts, due_at)
     VALUES ('stripe', 'evt_1', 'issuing_transaction.created', now(), '2026-11-21T10:00:00Z', 'failed', 2, now())`,
  );
  await sql("INSERT INTO issuer_event_cursors VALUES ('stripe', now(), '2026-11-21T10:05:00Z')");
  const example = { id: "ipi_1", text: "ipi_1: capture of 12.34 USD is not posted here" };
  await sql(
    `INSERT INTO checks (kind, ran_at, duration_ms, is_sound, result) VALUES ('card_postings', now(), 5, false, $1)`,
    [{ issuer: "stripe", compared: 7, differences: 1, examples: [example] }],
  );
  const shown = presentCardIssuer(await readCardIssuer(), await readIssuerEvents());
  expect(cardIssuerSchema.parse(shown)).toMatchObject({
    events: {
      pending: 1,
      oldestPendingAt: "2026-11-21T10:00:00.000Z",
      listedAt: "2026-11-21T10:05:00.000Z",
    },
    postings: { compared: 7, differences: 1, examples: [example] },
  });
});

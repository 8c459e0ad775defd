import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { IssuerDisputes } from "@/lib/cards/issuer/disputes/port";
import { sandboxDisputes } from "@/lib/cards/issuer/sandbox-disputes";
import { now } from "@/lib/kernel/clock";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { tamper } from "@/test/database/superuser";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { bookFaults } from "@/test/fixtures/books";
import { creditedFor, openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import { clientOf } from "@/test/http/client";
import { advanceDisputes } from "./advance-disputes";
import { listAllDisputes } from "./console/store";

const outside = vi.hoisted(() => ({
  calls: [] as string[],
  /** Runs before the effect of a call. */
  before: async (_call: string): Promise<void> => {},
  /** Runs after the effect of a call, before its answer. */
  during: async (_call: string): Promise<void> => {},
}));

const NAMES = ["openDispute", "changeEvidence", "submitDispute", "findDispute"] as const;

/** The sandbox, with a record of the calls and failures after their effect. */
function watched(): IssuerDisputes {
  const wrap = (name: (typeof NAMES)[number]) => async (argument: never, further: never) => {
    await outside.before(name);
    const answer = await sandboxDisputes[name](argument, further);
    outside.calls.push(name);
    await outside.during(name);
    return answer;
  };
  const calls = Object.fromEntries(NAMES.map((name) => [name, wrap(name)]));
  return { ...sandboxDisputes, ...calls };
}

vi.mock("@/lib/cards/issuer/issuer", async (importReal) => ({
  ...(await importReal<object>()),
  disputesIssuers: () => [{ name: "sandbox", disputes: watched() }],
}));

let partner: TestPartner;
let cardId: string;
let purchase: string;

beforeEach(async () => {
  // Disputes of other tests are not due.
  await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
  partner = await makePartner();
  cardId = await makeCard(partner, { amountUsd: 100 });
  purchase = await settledPurchase(partner, cardId, 40);
  Object.assign(outside, { calls: [], before: async () => {}, during: async () => {} });
});
afterAll(endTests);

const rowOf = async (id: string) =>
  (await sql("SELECT * FROM card_disputes WHERE id = $1", [id]))[0];
/** Makes every waiting dispute due, as after its pause. */
const skipPauses = () =>
  sql(
    "UPDATE card_disputes SET due_at = now() - interval '1 second', leased_until = NULL WHERE due_at < 'infinity'",
  );
const decideAtIssuer = (id: string, status: string) =>
  sql(
    "UPDATE sandbox_disputes SET status = $2 WHERE id = (SELECT issuer_dispute_id FROM card_disputes WHERE id = $1)",
    [id, status],
  );
const expectSoundBooks = async () => expect(await bookFaults(partner.partnerId)).toEqual([]);

/** Fails the named call once it has had its effect. */
function failAfter(name: string, error: Error): void {
  outside.during = async (call) => {
    if (call === name) throw error;
  };
}

const unavailable = (operation: string) =>
  new ProviderUnavailable({ provider: "stripe-issuing", operation, status: 503 });

test("the job submits a dispute and follows it to its end, each call once", async () => {
  const id = await openedDispute(partner, purchase);
  await advanceDisputes();
  expect(outside.calls).toEqual(["openDispute", "submitDispute", "findDispute"]);
  expect(await rowOf(id)).toMatchObject({ status: "submitted", detail: "submitted" });
  expect(await advanceDisputes()).toEqual({ advanced: 0, failed: 0 });
  await decideAtIssuer(id, "lost");
  await skipPauses();
  await advanceDisputes();
  expect(await rowOf(id)).toMatchObject({ status: "lost", due_at: null, leased_until: null });
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
  await expectSoundBooks();
});

test.each(["openDispute", "submitDispute"])(
  "a process that ends after %s and before its commit is continued, without a second dispute",
  async (name) => {
    const id = await openedDispute(partner, purchase);
    let hasEnded = () => {};
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    // The process never goes on: its lease ends instead.
    outside.during = async (call) => {
      if (call !== name) return;
      hasEnded();
      await new Promise(() => {});
    };
    void advanceDisputes();
    await ended;
    outside.during = async () => {};
    expect(await advanceDisputes()).toEqual({ advanced: 0, failed: 0 });
    await skipPauses();
    await advanceDisputes();
    expect(await rowOf(id)).toMatchObject({ status: "submitted" });
    expect(
      await sql("SELECT FROM sandbox_disputes WHERE transaction_id = $1", [purchase]),
    ).toHaveLength(1);
    await expectSoundBooks();
  },
);

test("of two disputes that get the same one of the issuer at once, the second fails and returns its credit", async () => {
  const first = await openedDispute(partner, purchase);
  await advanceDisputes();
  await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE id = $1", [first]);
  const second = await openedDispute(partner, await settledPurchase(partner, cardId, 40));
  const { available } = await networkBalancesOf(cardId);
  // After the check that nobody has it, and before the commit.
  outside.before = async (call) => {
    if (call !== "submitDispute") return;
    const [{ id }] = await sql("SELECT id FROM sandbox_disputes ORDER BY created_at DESC LIMIT 1");
    await tamper(`UPDATE card_disputes SET issuer_dispute_id = '${id}' WHERE id = '${first}'`);
  };
  expect(await advanceDisputes()).toEqual({ advanced: 0, failed: 1 });
  expect(await rowOf(second)).toMatchObject({ status: "pending", attempts: 1 });
  await skipPauses();
  await advanceDisputes();
  expect(await rowOf(second)).toMatchObject({
    status: "failed",
    detail: expect.stringContaining(first),
  });
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: available - 40 });
  await expectSoundBooks();
});

test.each(["openDispute", "submitDispute"])(
  "an issuer that is unavailable for %s gets the dispute again, later each time, and raises an alert after ten minutes",
  async (name) => {
    const id = await openedDispute(partner, purchase);
    outside.before = async (call) => {
      if (call === name) throw unavailable(name);
    };
    expect(await advanceDisputes()).toEqual({ advanced: 0, failed: 1 });
    const [first] = await sql("SELECT due_at - now() AS pause FROM card_disputes WHERE id = $1", [
      id,
    ]);
    expect(first.pause.seconds ?? 0).toBeLessThan(3);
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      attempts: 1,
      failure: `stripe-issuing was unavailable for ${name} (status 503)`,
    });
    await sql("ALTER TABLE card_disputes DISABLE TRIGGER fixed_terms");
    await sql("UPDATE card_disputes SET created_at = now() - interval '11 minutes' WHERE id = $1", [
      id,
    ]);
    await sql("ALTER TABLE card_disputes ENABLE TRIGGER fixed_terms");
    await skipPauses();
    await advanceDisputes();
    expect(await rowOf(id)).toMatchObject({ attempts: 2 });
    expect((await openAlertsAbout("disputes_late", "disputes"))[0].text).toContain("status 503");
    Object.assign(outside, { before: async () => {} });
    await skipPauses();
    await advanceDisputes();
    expect(await rowOf(id)).toMatchObject({ status: "submitted", failure: null, attempts: 0 });
    expect(await openAlertsAbout("disputes_late", "disputes")).toEqual([]);
  },
);

test("a dispute that the issuer refuses fails: the credit is taken back, and an alert says why", async () => {
  const id = await openedDispute(partner, purchase);
  failAfter(
    "openDispute",
    new ProviderRefused({ provider: "stripe-issuing", operation: "openDispute", status: 400 }),
  );
  await advanceDisputes();
  expect(await rowOf(id)).toMatchObject({ status: "failed", submitted_at: null, due_at: null });
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
  expect(await creditedFor(partner.partnerId)).toBe(0);
  expect((await openAlertsAbout("dispute_failed", id))[0].text).toContain(
    "stripe-issuing refused openDispute (status 400)",
  );
  const { json } = await clientOf(partner).getDispute(id);
  expect(json.data.status).toBe("failed");
  expect(JSON.stringify(json)).not.toContain("stripe");
  await expectSoundBooks();
});

test("after a failed dispute the issuer gets the new evidence, and must have the same amount", async () => {
  const first = await openedDispute(partner, purchase, { amount: 10 });
  failAfter(
    "submitDispute",
    new ProviderRefused({ provider: "stripe-issuing", operation: "submitDispute", status: 400 }),
  );
  await advanceDisputes();
  expect(await rowOf(first)).toMatchObject({ status: "failed" });
  Object.assign(outside, { calls: [], during: async () => {} });
  await sql("UPDATE sandbox_disputes SET status = 'open' WHERE transaction_id = $1", [purchase]);
  const second = await openedDispute(partner, purchase, { amount: 10 });
  await advanceDisputes();
  expect(outside.calls.slice(0, 3)).toEqual(["openDispute", "changeEvidence", "submitDispute"]);
  expect(await rowOf(second)).toMatchObject({ status: "submitted" });
  await decideAtIssuer(second, "withdrawn");
  await skipPauses();
  await advanceDisputes();
  await sql("UPDATE sandbox_disputes SET status = 'lost' WHERE transaction_id = $1", [purchase]);
  const third = await openedDispute(partner, purchase, { amount: 12 });
  await advanceDisputes();
  expect(await rowOf(third)).toMatchObject({ status: "failed" });
  expect((await rowOf(third)).detail).toContain("of another amount");
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
  await expectSoundBooks();
});

test("a submitted dispute that the issuer does not show raises an alert after ten minutes, and needs attention", async () => {
  const id = await openedDispute(partner, purchase);
  await advanceDisputes();
  const gone = { provider: "stripe-issuing", operation: "findDispute", status: 404 };
  outside.before = async (call) => {
    if (call === "findDispute") throw new ProviderRefused(gone);
  };
  await skipPauses();
  await advanceDisputes();
  expect(await openAlertsAbout("disputes_late", "disputes")).toEqual([]);
  // The pauses of eight attempts take ten minutes.
  for (let n = 0; n < 8; n++) {
    await skipPauses();
    await advanceDisputes();
  }
  expect(await rowOf(id)).toMatchObject({ status: "submitted", attempts: 9 });
  const [alert] = await openAlertsAbout("disputes_late", "disputes");
  expect(alert.text).toBe(
    "1 submitted disputes are not shown by sandbox, so their outcome is not known: stripe-issuing refused findDispute (status 404).",
  );
  const page = { skip: 0, limit: 50 };
  const { rows } = await listAllDisputes({ status: ["attention"] }, now(), page);
  expect(rows.map((row) => row.id)).toContain(id);
  Object.assign(outside, { before: async () => {} });
  await skipPauses();
  await advanceDisputes();
  expect(await rowOf(id)).toMatchObject({ status: "submitted", attempts: 0, failure: null });
  expect(await openAlertsAbout("disputes_late", "disputes")).toEqual([]);
});

test("an unknown failure keeps the dispute pending", async () => {
  const id = await openedDispute(partner, purchase);
  failAfter("openDispute", new Error("card number 4242"));
  await advanceDisputes();
  expect(await rowOf(id)).toMatchObject({ status: "pending", failure: "internal error" });
});

test("two processes at once advance each dispute once", async () => {
  const others = await Promise.all(
    [5, 6, 7].map(async (usd) =>
      openedDispute(partner, await settledPurchase(partner, cardId, usd)),
    ),
  );
  await Promise.all([advanceDisputes(), advanceDisputes(), advanceDisputes()]);
  expect(outside.calls.filter((call) => call === "openDispute")).toHaveLength(3);
  for (const id of others) await decideAtIssuer(id, "lost");
  await skipPauses();
  await Promise.all([advanceDisputes(), advanceDisputes(), advanceDisputes()]);
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 42 });
  await expectSoundBooks();
});

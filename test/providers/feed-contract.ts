import { afterEach, beforeEach, expect, test } from "vitest";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import type { SendingIssuer } from "@/lib/cards/inbound/port";
import { reconcilePostings } from "@/lib/cards/inbound/reconcile/reconcile-postings";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { eventsApplied } from "@/test/fixtures/issuer-outside";
import { sql } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import type { InboundWorld } from "./inbound-world";

/** More attempts than a client of an issuer makes. */
const ALL_ATTEMPTS = 9;

interface Page {
  data: unknown[];
  has_more: boolean;
}

/** The tests of every real issuer's list of events, for events that no webhook brought. */
export function testFeed(name: SendingIssuer, world: InboundWorld): void {
  const real = () => {
    if (!world.source.real) throw new Error(`${name} has no list of events`);
    return world.source.real;
  };
  const balances = () => networkBalancesOf(world.cardId);
  /** A purchase of 20 USD and two captures of 1 USD each, of which no webhook comes. */
  const missed = () =>
    world.made(async () => {
      const { network } = world.source;
      const id = await network.authorize(world.card, 3_000);
      await network.capture(id, 2_000, true);
      for (let each = 0; each < 2; each++) await network.forceCapture(world.card, 100);
    });
  const CAUGHT_UP = { available: 78, held: 0, shortfall: 0 };
  const nextPage = (change: (page: Page) => void) =>
    real().failNext(
      { kind: "change answer", change: (body) => change(body as unknown as Page) },
      { operation: real().listsEvents },
    );
  /** Lets the next page have one item. */
  const shortPage = () =>
    nextPage((page) => Object.assign(page, { data: page.data.slice(0, 1), has_more: true }));

  beforeEach(() => catchUpEvents());
  afterEach(() => real().stopFailing());

  test("missed events are caught up once, and a late webhook changes nothing", async () => {
    const messages = await missed();
    expect(await balances()).toMatchObject({ available: 70, held: 30 });
    expect(await catchUpEvents()).toMatchObject({ missed: messages.length });
    expect(await balances()).toEqual(CAUGHT_UP);
    expect(await catchUpEvents()).toMatchObject({ missed: 0 });
    for (const message of messages) expect((await message.send()).status).toBe(200);
    await eventsApplied();
    expect(await balances()).toEqual(CAUGHT_UP);
  });

  test("a webhook that arrives while the list is read is applied once", async () => {
    const messages = await missed();
    await Promise.all([catchUpEvents(), ...messages.map((message) => message.send())]);
    await eventsApplied();
    expect(await balances()).toEqual(CAUGHT_UP);
  });

  test("all pages of the list are read", async () => {
    const messages = await missed();
    shortPage();
    shortPage();
    expect(await catchUpEvents()).toMatchObject({ missed: messages.length });
    expect(await balances()).toEqual(CAUGHT_UP);
  });

  test("a connection that is cut between two pages loses nothing: the next run has the rest", async () => {
    const messages = await missed();
    const listedUntil = () =>
      sql("SELECT listed_until FROM issuer_event_cursors WHERE issuer = $1", [name]);
    const before = await listedUntil();
    shortPage();
    real().failNext(
      { kind: "cut", effect: "none" },
      { operation: real().listsEvents, times: ALL_ATTEMPTS },
    );
    await expect(catchUpEvents()).rejects.toMatchObject({ name: "ProviderUnavailable" });
    expect(await listedUntil()).toEqual(before);
    real().stopFailing();
    expect(await catchUpEvents()).toMatchObject({ missed: messages.length - 1 });
    expect(await balances()).toEqual(CAUGHT_UP);
  });

  test("an event in the list that cannot be read stops no other event", async () => {
    const messages = await missed();
    const last = messages.at(-1);
    expect(last).toBeDefined();
    await last?.send("unknownWord");
    expect(await catchUpEvents()).toMatchObject({ missed: messages.length - 1 });
    expect(await balances()).toEqual({ ...CAUGHT_UP, available: 79 });
    expect(await openAlertsAbout("issuer_event_failed", `${name}:${last?.id}`)).toHaveLength(1);
  });

  test("an outage that is longer than issuers keep their events is reported", async () => {
    const messages = await missed();
    await sql("UPDATE issuer_event_cursors SET listed_until = $1 WHERE issuer = $2", [
      new Date(Date.now() - 40 * DAY_MS),
      name,
    ]);
    expect(await catchUpEvents()).toMatchObject({ missed: messages.length });
    const [alert] = await openAlertsAbout("issuer_events_lost", name);
    expect(alert.text).toContain("are no longer listed");
    expect(await balances()).toEqual(CAUGHT_UP);
  });

  test("the reconciliation names a posting until its event is caught up", async () => {
    await missed();
    shiftClock(2 * HOUR_MS);
    const found = await reconcilePostings();
    const [alert] = await openAlertsAbout("issuer_difference", name);
    await catchUpEvents();
    const after = await reconcilePostings();
    shiftClock(-2 * HOUR_MS);
    expect(found.differences).toBeGreaterThanOrEqual(3);
    expect(alert.text).toContain("capture of 20.00 USD is not posted here");
    expect(after).toMatchObject({ differences: found.differences - 3 });
  });
}

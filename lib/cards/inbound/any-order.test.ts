import "@/test/database";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { audit } from "@/lib/ledger/audit";
import { bookFaults } from "@/test/fixtures/books";
import {
  type Asking,
  type IssuerNetwork,
  startIssuerNetwork,
  type TransactionThere,
} from "@/test/fixtures/issuer-network";
import { eventsApplied, makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { issuerIdOf } from "@/test/fixtures/issuer-routes";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import { rounds } from "@/test/rounds";
import { catchUpEvents } from "./catch-up";

const RUNS = rounds(6, 250);
const FUNDED_CENTS = 10_000;

interface Step {
  what:
    | "authorize"
    | "increment"
    | "capture"
    | "captureAll"
    | "reverse"
    | "expire"
    | "force"
    | "refund"
    | "takeRefundBack";
  /** One of the purchases so far. */
  pick: number;
  cents: number;
  flag: boolean;
  asking: Asking;
  /** Seconds since the step before. Events of one second cannot be ordered by their time. */
  seconds: number;
  /** The events that are sent now, all at once, by their place among those kept back; undefined keeps them back. */
  sends: number[] | undefined;
  catchesUp: boolean;
}

const step = fc.record<Step>({
  what: fc.constantFrom(
    ...(["authorize", "authorize", "increment", "capture", "capture", "captureAll"] as const),
    ...(["reverse", "expire", "force", "refund", "refund", "takeRefundBack"] as const),
  ),
  pick: fc.nat(3),
  cents: fc.integer({ min: 1, max: 6_000 }),
  flag: fc.boolean(),
  asking: fc.constantFrom<Asking>("answered", "answered", "answered", "lost", "unreached"),
  seconds: fc.nat(2),
  sends: fc.option(fc.array(fc.nat(5), { maxLength: 8 }), { nil: undefined }),
  catchesUp: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
const stories = fc.array(step, { minLength: 4, maxLength: 14 });

/** A card of an issuer, and the purchases that its network makes. */
class Story {
  readonly network: IssuerNetwork;
  readonly partner: TestPartner;
  readonly cardId: string;
  readonly issuerCardId: string;
  private readonly purchases: string[] = [];
  private readonly refunds: { cents: number; takeBack: (cents: number) => Promise<unknown> }[] = [];
  /** In the past, so that the list of events has all of them. */
  private at = Date.now() - 600_000;

  constructor(
    network: IssuerNetwork,
    of: { partner: TestPartner; cardId: string; issuer: string },
  ) {
    this.network = network;
    this.partner = of.partner;
    this.cardId = of.cardId;
    this.issuerCardId = of.issuer;
  }

  /** Does what the network allows at this moment; nothing otherwise. */
  private async act({ what, pick, cents, flag }: Step): Promise<unknown> {
    const { network, purchases, refunds, issuerCardId: card } = this;
    if (what === "authorize") return purchases.push(await network.authorize(card, cents));
    if (what === "force") return network.forceCapture(card, cents);
    const id = purchases[pick % Math.max(1, purchases.length)];
    if (what === "refund")
      return refunds.push({
        cents,
        takeBack: await network.refund(card, cents, flag ? id : undefined),
      });
    if (what === "takeRefundBack") {
      const refund = refunds.pop();
      return refund?.takeBack(Math.min(refund.cents, cents));
    }
    if (id === undefined) return undefined;
    const open = network.openOf(id);
    if (what === "capture" || what === "captureAll") {
      const amount = what === "capture" ? cents : open || cents;
      return network.isCollectable(id) ? network.capture(id, amount, flag) : undefined;
    }
    if (!open) return undefined;
    if (what === "increment") return network.increment(id, cents);
    if (what === "expire") return network.expire(id);
    return network.reverse(id, Math.min(open, cents));
  }

  async take(taken: Step): Promise<void> {
    const { network } = this;
    network.ask(taken.asking);
    await this.act(taken);
    this.at += taken.seconds * 1_000;
    network.events.date(new Date(this.at));
    if (taken.sends !== undefined) {
      const count = Math.max(1, network.events.count());
      await network.events.send(taken.sends.map((place) => place % count));
    }
    if (taken.catchesUp) await this.catchUp();
  }

  /** Fetches what was not sent, and compares the books with the issuer's. */
  async catchUp(): Promise<void> {
    await eventsApplied();
    await catchUpEvents();
    const open = await sql(
      "SELECT id, failure FROM issuer_events WHERE outcome NOT IN ('applied', 'ignored')",
    );
    expect(open).toEqual([]);
    const there = this.network.transactionsOf(this.issuerCardId);
    expect(await this.transactionsHere()).toEqual(there);
    await this.compareRows(there);
    const sum = (name: keyof TransactionThere) =>
      [...there.values()].reduce((total, each) => total + each[name], 0);
    const held = sum("held");
    const balance = FUNDED_CENTS - held - sum("captured") + sum("refunded");
    expect(await networkBalancesOf(this.cardId)).toEqual({
      available: Math.max(0, balance) / 100,
      held: held / 100,
      shortfall: Math.max(0, -balance) / 100,
    });
  }

  private async transactionsHere(): Promise<Map<string, TransactionThere>> {
    const rows = await sql(
      `SELECT id, held_micro_usd / 10000 AS held, captured_micro_usd / 10000 AS captured,
         refunded_micro_usd / 10000 AS refunded FROM network_transactions WHERE card_id = $1`,
      [this.cardId],
    );
    return new Map(
      rows.map(({ id, held, captured, refunded }) => [
        id.slice(this.network.name.length + 1),
        { held: Number(held), captured: Number(captured), refunded: Number(refunded) },
      ]),
    );
  }

  /** The statuses and amounts of the card's list: what is open, collected and returned. */
  private async compareRows(there: ReadonlyMap<string, TransactionThere>): Promise<void> {
    const rows = await sql(
      `SELECT network_transaction_id AS id,
         coalesce(bool_or(status = 'authorized'), false) AS is_open,
         coalesce(sum((amount_micro_usd - held_micro_usd) / 10000)
           FILTER (WHERE category = 'authorization' AND status IN ('authorized', 'settled')), 0)::int AS captured,
         coalesce(sum(amount_micro_usd / 10000) FILTER (WHERE category = 'refund'), 0)::int AS refunded
       FROM card_transactions WHERE card_id = $1 AND network_transaction_id IS NOT NULL GROUP BY 1`,
      [this.cardId],
    );
    for (const { id, ...row } of rows) {
      const { held, captured, refunded } = there.get(id.slice(this.network.name.length + 1)) ?? {};
      expect(row, id).toEqual({ is_open: (held ?? 0) > 0, captured, refunded });
    }
  }
}

describe.each(["stripe", "lithic"] as const)("webhooks of %s", (name) => {
  let network: IssuerNetwork | undefined;
  afterEach(() => network?.stop());

  test("in any order, at once, repeated and dropped leave the books that the issuer has once all are fetched", async () => {
    network = await startIssuerNetwork(name);
    const issuer = network;
    const partner = await makePartner({ balanceUsd: 1_000_000 });
    let purchases = 0;
    await fc.assert(
      fc.asyncProperty(stories, async (steps) => {
        issuer.ask("answered");
        issuer.forget();
        const cardId = await makeIssuedCard(partner);
        const story = new Story(issuer, { partner, cardId, issuer: await issuerIdOf(cardId) });
        issuer.events.hold();
        for (const each of steps) await story.take(each);
        await story.catchUp();
        // Another run, and the same list again, change nothing.
        await story.catchUp();
        purchases += issuer.transactionsOf(await issuerIdOf(cardId)).size;
      }),
      { numRuns: RUNS },
    );
    // Three in a story on average. Six short stories of refunds can have as few as six together.
    expect(purchases).toBeGreaterThan(RUNS / 3);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
    expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
  });
});

afterAll(endTests);

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { audit } from "@/lib/ledger/audit";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { clientOf } from "@/test/http/client";
import { rounds } from "@/test/rounds";
import { applyNetworkNotification } from "./apply-notification";
import type { NetworkMessage, NetworkNotification } from "./message";

const RUNS = rounds(25, 7_500);
const FUNDED_USD = 100;
const FEES = {
  kycFeeMicroUsd: 0n,
  cardCreationFeeMicroUsd: 0n,
  fundingFeeMicroUsd: 0n,
  fundingFeeBps: 0,
  cardWithdrawalFeeMicroUsd: 0n,
  crossBorderFeeBps: 300,
};

/** A message about one of the transactions, in whole dollars. */
interface Wanted {
  transaction: number;
  kind:
    | "authorization"
    | "total"
    | "decline"
    | "reversal"
    | "expiry"
    | "capture"
    | "refund"
    | "refundReversal";
  usd: number;
  revision: number;
  flag: boolean;
}

const wanted = fc.record<Wanted>({
  transaction: fc.nat(3),
  kind: fc.constantFrom(
    ...(["authorization", "authorization", "capture", "capture", "capture"] as const),
    ...(["total", "total", "reversal", "refund", "refundReversal", "expiry", "decline"] as const),
  ),
  usd: fc.integer({ min: 1, max: 60 }),
  revision: fc.integer({ min: 1, max: 5 }),
  flag: fc.boolean(),
});

/** The deliveries: places in the list of messages, with repetitions and in any order; what they leave out comes at the end. */
const stories = fc.record({
  messages: fc.array(wanted, { minLength: 5, maxLength: 24 }),
  deliveries: fc.array(fc.nat(23), { minLength: 5, maxLength: 40 }),
  terminatesAt: fc.nat(60),
  fundsAt: fc.nat(60),
});

function messageOf({ kind, usd, revision, flag }: Wanted, covered: string[]): NetworkMessage {
  switch (kind) {
    case "authorization":
      return says.authorization(usd, flag && usd > 45 ? "card frozen" : null);
    case "total":
      return says.total(usd, revision, { isOpen: flag || usd > 20, covers: covered });
    case "capture":
      return says.capture(usd, flag);
    case "expiry":
      return says.expiry();
    default:
      return says[kind](usd);
  }
}

/** The cross-border fee of 3 %, rounded half up to a cent, in cents. */
const feeCents = (usd: number) => Math.floor(usd * 3 + 0.5);

/** The books of one network transaction in cents, recomputed from the messages that arrived. */
class Model {
  readonly seen = new Map<string, NetworkMessage>();
  /** The highest sum of hold and captures that was ever reached. */
  charged = 0;
  readonly isForeign: boolean;

  constructor(isForeign: boolean) {
    this.isForeign = isForeign;
  }

  private sum(kind: NetworkMessage["kind"]): number {
    let total = 0;
    for (const message of this.seen.values())
      if (message.kind === kind && "amountMicroUsd" in message)
        total += Number(message.amountMicroUsd / 10_000n);
    return total;
  }

  private held(): number {
    const list = [...this.seen.values()];
    let newest: Extract<NetworkMessage, { kind: "authorized_total" }> | undefined;
    for (const message of list)
      if (message.kind === "authorized_total")
        if (
          !newest ||
          message.revision > newest.revision ||
          (message.revision === newest.revision && message.id > newest.id)
        )
          newest = message;
    const closed =
      newest?.isOpen === false ||
      list.some(
        (message) =>
          message.kind === "expiry" ||
          message.kind === "decline" ||
          (message.kind === "capture" && message.isFinal),
      );
    if (closed) return 0;
    let authorized = newest ? Number(newest.amountMicroUsd / 10_000n) : 0;
    for (const message of list)
      if (message.kind === "authorization" && message.declinedReason === null)
        if (!newest?.covers.includes(message.id))
          authorized += Number(message.amountMicroUsd / 10_000n);
    return Math.max(0, authorized - this.sum("reversal") - this.sum("capture"));
  }

  receive(message: NetworkMessage): void {
    this.seen.set(message.id, message);
    this.charged = Math.max(this.charged, this.held() + this.sum("capture"));
  }

  /** The hold, and what the transaction takes from the card for good. */
  get books(): { held: number; spent: number } {
    const fee = this.isForeign ? feeCents(this.charged / 100) : 0;
    const spent = this.sum("capture") + this.sum("refund_reversal") - this.sum("refund") + fee;
    return { held: this.held(), spent };
  }
}

/** A card and its network transactions, beside the model. */
class World {
  readonly cardId: string;
  readonly partner: TestPartner;
  readonly stories: NetworkStory[];
  readonly models: Model[];
  fundedCents = FUNDED_USD * 100;
  /** What went to the wallet since the card was terminated. */
  isTerminated = false;
  liquidatedCents = 0;

  constructor(partner: TestPartner, cardId: string) {
    this.partner = partner;
    this.cardId = cardId;
    this.models = [0, 1, 2, 3].map((nth) => new Model(nth % 2 === 1));
    this.stories = this.models.map(
      ({ isForeign }) => new NetworkStory(cardId, { merchantCurrency: isForeign ? "EUR" : "USD" }),
    );
  }

  async deliver(nth: number, message: NetworkMessage): Promise<void> {
    const notification = this.stories[nth]?.says(message) as NetworkNotification;
    const isNew = !this.models[nth]?.seen.has(message.id);
    const answer = await applyNetworkNotification(notification);
    expect(answer).toEqual({ applied: isNew ? 1 : 0, card: "known" });
    this.models[nth]?.receive(message);
    await this.compare();
  }

  async fund(): Promise<void> {
    if (this.isTerminated) return;
    const body = { serviceCardId: this.cardId, amount: 50 };
    expect((await clientOf(this.partner).fund(body)).status).toBe(200);
    this.fundedCents += 5_000;
    await this.compare();
  }

  async terminate(): Promise<void> {
    expect((await clientOf(this.partner).terminate(this.cardId)).status).toBe(200);
    this.isTerminated = true;
    await this.compare();
  }

  private async compare(): Promise<void> {
    const books = this.models.map((model) => model.books);
    const held = books.reduce((sum, each) => sum + each.held, 0);
    const spent = books.reduce((sum, each) => sum + each.spent, 0);
    let balance = this.fundedCents - held - spent - this.liquidatedCents;
    if (this.isTerminated && balance > 0) {
      this.liquidatedCents += balance;
      balance = 0;
    }
    expect(await networkBalancesOf(this.cardId)).toEqual({
      available: Math.max(0, balance) / 100,
      held: held / 100,
      shortfall: Math.max(0, -balance) / 100,
    });
  }
}

afterAll(endTests);

test("messages in any order, repeated, and dropped then caught up leave the balances of a simple model", async () => {
  let delivered = 0;
  await fc.assert(
    fc.asyncProperty(stories, async ({ messages, deliveries, terminatesAt, fundsAt }) => {
      // A partner of its own: a partner may terminate only a few cards a minute.
      const partner = await makePartner({ balanceUsd: 1_000, fees: FEES });
      const world = new World(partner, await makeCard(partner, { amountUsd: FUNDED_USD }));
      const authorized: string[][] = [[], [], [], []];
      const made = messages.map((each) => {
        const covered = authorized[each.transaction] ?? [];
        const message = messageOf(each, each.flag ? [...covered] : []);
        if (message.kind === "authorization") covered.push(message.id);
        return { nth: each.transaction, message };
      });
      const late = made.map((_, place) => place);
      for (const [step, place] of [...deliveries, ...late].entries()) {
        if (step === fundsAt) await world.fund();
        if (step === terminatesAt) await world.terminate();
        const each = made[place % made.length];
        if (!each) continue;
        await world.deliver(each.nth, each.message);
        delivered += 1;
      }
    }),
    { numRuns: RUNS },
  );
  expect(delivered).toBeGreaterThanOrEqual(rounds(250, 100_000));
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
});

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import type { NetworkNotification } from "@/lib/cards/network/message";
import { audit } from "@/lib/ledger/audit";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { creditedFor, disputeBody } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { clientOf } from "@/test/http/client";
import { rounds } from "@/test/rounds";
import { advanceDisputes } from "./advance-disputes";
import { applyDisputeReport } from "./reports/apply-dispute-report";

const RUNS = rounds(5, 1_000);
const FEES = {
  kycFeeMicroUsd: 0n,
  cardCreationFeeMicroUsd: 0n,
  fundingFeeMicroUsd: 0n,
  fundingFeeBps: 0,
  cardWithdrawalFeeMicroUsd: 0n,
};
const ENDS = ["won", "lost", "withdrawn"] as const;

const steps = fc.oneof(
  fc.record({ do: fc.constant("open" as const), usd: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ do: fc.constantFrom("submit", "submit", "repeat", "openAgain") }),
  fc.record({ do: fc.constant("end" as const), status: fc.constantFrom(...ENDS) }),
  fc.record({ do: fc.constant("report" as const), status: fc.constantFrom("open", ...ENDS) }),
  fc.record({
    do: fc.constantFrom("capture", "refund"),
    usd: fc.integer({ min: 1, max: 30 }),
  }),
);
const stories = fc.record({
  steps: fc.array(steps, { minLength: 8, maxLength: 24 }),
  terminatesAt: fc.nat(40),
});
type Wanted = { do: string; usd?: number; status?: string };

/** A card with a purchase, and a model of it: what the merchant has, and the credits of disputes. Amounts in USD. */
class World {
  readonly partner: TestPartner;
  readonly cardId: string;
  readonly story: NetworkStory;
  private readonly sent: NetworkNotification[] = [];
  private transactionId = "";
  private beforeUsd = 0;
  /** Captures less refunds. */
  private collectedUsd = 0;
  private readonly disputes: { id: string; usd: number; status: string }[] = [];
  private lastOpening: { key: string; usd: number } | undefined;

  constructor(partner: TestPartner, cardId: string) {
    this.partner = partner;
    this.cardId = cardId;
    this.story = new NetworkStory(cardId);
  }

  private async total(): Promise<number> {
    const { available, held, shortfall } = await networkBalancesOf(this.cardId);
    return available + held - shortfall + (await walletOf(this.partner.partnerId));
  }

  async begin(): Promise<void> {
    this.beforeUsd = await this.total();
    await this.deliver("capture", 40);
    const rows = await sql(
      "SELECT id FROM card_transactions WHERE card_id = $1 AND category = $2",
      [this.cardId, "authorization"],
    );
    this.transactionId = rows[0].id;
  }

  private async deliver(kind: "capture" | "refund", usd: number): Promise<void> {
    const notification = this.story.says(
      kind === "capture" ? says.capture(usd, true) : says.refund(usd),
    );
    this.sent.push(notification);
    await applyNetworkNotification(notification);
    this.collectedUsd += kind === "capture" ? usd : -usd;
  }

  private get newest() {
    return this.disputes.at(-1);
  }

  private async open(usd: number): Promise<void> {
    // Late captures and refunds can be rows of their own, which are not part of the disputed one.
    const [row] = await sql(
      "SELECT (amount_micro_usd - refunded_micro_usd) / 1e6 AS usd FROM card_transactions WHERE id = $1",
      [this.transactionId],
    );
    const collectedUsd = Number(row.usd);
    const key = randomUUID();
    const answer = await clientOf(this.partner).dispute(
      this.transactionId,
      disputeBody({ amount: usd }),
      key,
    );
    const isFree = this.newest === undefined || this.newest.status === "withdrawn";
    const isExpected = isFree && usd <= collectedUsd;
    expect(answer.status === 201, JSON.stringify(answer.json)).toBe(isExpected);
    if (!isExpected) return;
    this.lastOpening = { key, usd };
    this.disputes.push({ id: answer.json.data.disputeId, usd, status: "pending" });
  }

  /** Sends the last request again, with its key. */
  private async openAgain(): Promise<void> {
    const { lastOpening: last, newest } = this;
    if (!last || !newest) return;
    const body = disputeBody({ amount: last.usd });
    const { json } = await clientOf(this.partner).dispute(this.transactionId, body, last.key);
    expect(json.data).toMatchObject({ disputeId: newest.id, status: newest.status });
  }

  /** The issuer reports a status; `isTrue` when it has it. */
  private async report(status: string, isTrue: boolean): Promise<void> {
    const { newest } = this;
    if (!newest || newest.status === "pending") return;
    const [row] = await sql("SELECT issuer_dispute_id FROM card_disputes WHERE id = $1", [
      newest.id,
    ]);
    const id: string = row.issuer_dispute_id;
    const isDecided = newest.status !== "submitted";
    if (isTrue && !isDecided)
      await sql("UPDATE sandbox_disputes SET status = $2 WHERE id = $1", [id, status]);
    if (!isTrue && !isDecided && status !== "open") return;
    const event = { issuer: "sandbox", type: "dispute.updated", createdAt: new Date() } as const;
    const report = {
      issuerDisputeId: id,
      issuerTransactionId: null,
      amountMicroUsd: BigInt(newest.usd) * 1_000_000n,
      status: status as "open",
      detail: status,
    };
    const eventId = randomUUID();
    await Promise.all([1, 2].map(() => applyDisputeReport({ ...event, id: eventId }, report)));
    if (isTrue && !isDecided) newest.status = status;
  }

  async step(wanted: Wanted): Promise<void> {
    const { usd = 0, status = "" } = wanted;
    switch (wanted.do) {
      case "open":
        return this.open(usd);
      case "openAgain":
        return this.openAgain();
      case "submit":
        await advanceDisputes();
        if (this.newest?.status === "pending") this.newest.status = "submitted";
        return;
      case "end":
        return this.report(status, true);
      case "report":
        return this.report(status, false);
      case "repeat":
        await Promise.all(this.sent.map(applyNetworkNotification));
        return;
      case "capture":
      case "refund":
        // More refunds than captures are the network model's subject.
        if (wanted.do === "capture" || usd <= this.collectedUsd) await this.deliver(wanted.do, usd);
    }
  }

  async terminate(): Promise<void> {
    expect((await clientOf(this.partner).terminate(this.cardId)).status).toBe(200);
  }

  async check(): Promise<void> {
    const sumOf = (...statuses: string[]) =>
      this.disputes
        .filter(({ status }) => statuses.includes(status))
        .reduce((sum, { usd }) => sum + usd, 0);
    const openUsd = sumOf("pending", "submitted");
    const expected = this.beforeUsd - this.collectedUsd + openUsd + sumOf("won");
    expect(await this.total()).toBeCloseTo(expected, 6);
    const { available, shortfall } = await networkBalancesOf(this.cardId);
    expect(Math.min(available, shortfall)).toBe(0);
    expect(await creditedFor(this.partner.partnerId)).toBe(openUsd === 0 ? 0 : -openUsd);
    if (!this.newest) return;
    const [row] = await sql("SELECT status FROM card_disputes WHERE id = $1", [this.newest.id]);
    expect(row.status).toBe(this.newest.status);
  }
}

test(
  "disputes, their reports, late captures, refunds and a termination in any order leave the balances of a simple model",
  async () => {
    await fc.assert(
      fc.asyncProperty(stories, async ({ steps: wanted, terminatesAt }) => {
        // A partner of its own: a partner may terminate only a few cards a minute.
        const partner = await makePartner({ balanceUsd: 1_000, fees: FEES });
        const world = new World(partner, await makeCard(partner, { amountUsd: 50 }));
        await world.begin();
        for (const [place, each] of wanted.entries()) {
          if (place === terminatesAt) await world.terminate();
          await world.step(each);
          await world.check();
        }
        expect(await bookFaults(partner.partnerId)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
  },
  rounds(180_000, 7_200_000),
);

afterAll(endTests);

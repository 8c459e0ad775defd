import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { findWithdrawal } from "@/lib/withdrawals/store";
import { giveApproval } from "@/test/fixtures/approvals";
import {
  MODEL_FEES,
  ModelBooks,
  type ModelCard,
  type ModelWithdrawal,
} from "@/test/fixtures/ledger-model";
import { completion } from "@/test/fixtures/ledger-world";
import {
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import type { Answer } from "@/test/http/call";
import { clientOf } from "@/test/http/client";
import { rounds } from "@/test/rounds";
import { cardAccount, cardShortfallAccount, holdAccount, walletAccount } from "./accounts";
import { audit } from "./audit";
import { commit } from "./commit";

const RUNS = rounds(30, 1_000);
const CENT = 10_000n;
const CARDS_USD = [100, 20, 0.01];
const WALLET_USD = 300;

/** One step of a story. `nth` selects a card or transaction, modulo the number that exists. */
interface Step {
  kind: (typeof KINDS)[number];
  nth: number;
  cents: number;
  /** The full amount, where the amount is optional; a foreign currency, where the step has one. */
  flag: boolean;
}
const KINDS = [
  "deposit",
  "fund",
  "withdraw",
  "authorize",
  "authorize",
  "settle",
  "settle",
  "reverse",
  "refund",
  "refund",
  "freeze",
  "unfreeze",
  "terminate",
  "createWithdrawal",
  "approve",
  "cancel",
  "reject",
  "fail",
  "complete",
] as const;
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS),
    nth: fc.nat(11),
    cents: fc.oneof(fc.integer({ min: 500, max: 30_000 }), fc.integer({ min: 500, max: 2_000 })),
    flag: fc.boolean(),
  }),
  { minLength: 10, maxLength: 40 },
);

/** A story that produces every response, so that each comparison is certain to run. */
const everyAnswer: Step[] = [
  { kind: "fund", nth: 0, cents: 30_000, flag: false }, // with its fees more than the wallet holds
  { kind: "withdraw", nth: 2, cents: 500, flag: false },
  { kind: "createWithdrawal", nth: 0, cents: 30_001, flag: false },
  { kind: "authorize", nth: 2, cents: 500, flag: false },
  { kind: "authorize", nth: 0, cents: 1_000, flag: true },
  { kind: "settle", nth: 0, cents: 0, flag: true },
  { kind: "settle", nth: 0, cents: 0, flag: true },
  { kind: "refund", nth: 0, cents: 1_001, flag: false },
  { kind: "unfreeze", nth: 0, cents: 0, flag: false },
  { kind: "freeze", nth: 1, cents: 0, flag: false },
  { kind: "freeze", nth: 1, cents: 0, flag: false },
  { kind: "terminate", nth: 2, cents: 0, flag: false },
  { kind: "freeze", nth: 2, cents: 0, flag: false },
];

const of = <T>(list: readonly T[], nth: number): T | undefined => list[nth % list.length];
const outcomeOf = ({ status, json }: Answer): string =>
  status < 400 ? "ok" : String(json.message);

/** Every response that the stories produced. */
const seen = new Set<string>();

/** Runs each step on the service and on the model, and compares the results. */
class Story {
  readonly transactionIds: string[] = [];
  readonly withdrawalIds: string[] = [];

  readonly partner: TestPartner;
  readonly cardIds: string[];
  readonly books: ModelBooks;

  constructor(partner: TestPartner, cardIds: string[], books: ModelBooks) {
    this.partner = partner;
    this.cardIds = cardIds;
    this.books = books;
  }

  private card(nth: number): { id: string; card: ModelCard } {
    const [id, card] = [of(this.cardIds, nth), of(this.books.cards, nth)];
    if (!id || !card) throw new Error("a story has cards");
    return { id, card };
  }

  async step({ kind, nth, cents, flag }: Step): Promise<void> {
    const client = clientOf(this.partner);
    const amount = BigInt(cents) * CENT;
    const usd = cents / 100;
    const { id: serviceCardId, card } = this.card(nth);
    switch (kind) {
      case "deposit":
        await deposit(this.partner.partnerId, this.partner.walletAddress, usd);
        this.books.deposit(amount);
        return;
      case "fund":
        return this.same(
          await client.fund({ serviceCardId, amount: usd }),
          this.books.fund(card, amount),
        );
      case "withdraw":
        return this.same(
          await client.withdraw({ serviceCardId, amount: usd, reference: "r" }),
          this.books.withdraw(card, amount),
        );
      case "freeze":
      case "unfreeze":
        return this.same(
          await client.switchCard(serviceCardId, kind),
          this.books.switch(card, kind),
        );
      case "terminate":
        return this.same(await client.terminate(serviceCardId), this.books.terminate(card));
      case "authorize":
        return this.authorize(nth, cents, flag);
      case "settle":
      case "reverse":
      case "refund":
        return this.change(kind, nth, flag ? undefined : cents);
      case "createWithdrawal":
        return this.createWithdrawal(cents);
      default:
        return this.moveWithdrawal(kind, nth);
    }
  }

  private async authorize(nth: number, cents: number, isForeign: boolean): Promise<void> {
    const { id, card } = this.card(nth);
    const body = { amount: cents / 100, currency: isForeign ? "EUR" : "USD" };
    const { json } = await clientOf(this.partner).authorize(id, body);
    const expected = this.books.authorize(card, BigInt(cents) * CENT, isForeign);
    expect(json.data.status).toBe(expected);
    seen.add(expected);
    if (json.data.status === "authorized") this.transactionIds.push(json.data.serviceTransactionId);
  }

  private async change(
    kind: "settle" | "reverse" | "refund",
    nth: number,
    cents: number | undefined,
  ) {
    const [id, transaction] = [of(this.transactionIds, nth), of(this.books.transactions, nth)];
    if (!id || !transaction) return;
    const usd = cents === undefined ? undefined : cents / 100;
    const amount = cents === undefined ? undefined : BigInt(cents) * CENT;
    const answer = await clientOf(this.partner)[kind](id, usd);
    this.same(answer, this.books[kind](transaction, amount));
  }

  private async createWithdrawal(cents: number): Promise<void> {
    const body = { amount: cents / 100, toAddress: `0x${"1".repeat(40)}` };
    const answer = await withdrawalsOf(this.partner).create(body);
    this.same(answer, this.books.createWithdrawal(BigInt(cents) * CENT));
    if (answer.status === 200) this.withdrawalIds.push(answer.json.data.id);
  }

  private async moveWithdrawal(
    kind: "approve" | "cancel" | "reject" | "fail" | "complete",
    nth: number,
  ): Promise<void> {
    const from = kind === "fail" || kind === "complete" ? "approved" : "pending";
    const [id, withdrawal] = [of(this.withdrawalIds, nth), of(this.books.withdrawals, nth)];
    if (!id || withdrawal?.status !== from) return;
    const stored = await findWithdrawal(this.partner.partnerId, id);
    if (!stored || stored === "foreign") throw new Error(`there is no withdrawal ${id}`);
    if (kind === "approve") await giveApproval(id);
    const changeSet =
      kind === "complete"
        ? completion(stored)
        : moveWithdrawal(stored, kind, { at: now(), reason: "because" }).changeSet;
    await commit(changeSet);
    const to: Record<typeof kind, ModelWithdrawal["status"]> = {
      approve: "approved",
      cancel: "cancelled",
      reject: "rejected",
      fail: "failed",
      complete: "completed",
    };
    this.books.move(withdrawal, to[kind]);
  }

  private same(answer: Answer, expected: string): void {
    expect(outcomeOf(answer)).toBe(expected);
    seen.add(expected);
  }

  /** Compares each balance of the partner in the ledger with the model. */
  async compare(): Promise<void> {
    const rows = await sql(
      "SELECT id, balance_micro_usd FROM ledger.accounts WHERE partner_id = $1",
      [this.partner.partnerId],
    );
    const shown = new Map(rows.map(({ id, balance_micro_usd }) => [id, BigInt(balance_micro_usd)]));
    const expected = new Map([[walletAccount(this.partner.partnerId), this.books.wallet]]);
    this.books.cards.forEach(({ available, held, shortfall }, nth) => {
      const owed = cardShortfallAccount(this.card(nth).id);
      if (shortfall > 0n || shown.has(owed)) expected.set(owed, -shortfall);
      expected.set(cardAccount(this.card(nth).id), available);
      expected.set(holdAccount(this.card(nth).id), held);
    });
    expect(shown).toEqual(expected);
  }
}

async function newStory(): Promise<Story> {
  const partner = await makePartner({ balanceUsd: 1_000, fees: MODEL_FEES });
  const cardIds: string[] = [];
  for (const amountUsd of CARDS_USD) cardIds.push(await makeCard(partner, { amountUsd }));
  const cards = CARDS_USD.map(
    (usd): ModelCard => ({
      status: "active",
      available: BigInt(Math.round(usd * 1_000_000)),
      held: 0n,
      shortfall: 0n,
    }),
  );
  const spent = cards.reduce((sum, { available }) => sum + available, 0n);
  const story = new Story(partner, cardIds, new ModelBooks(1_000_000_000n - spent, cards));
  // A balance that is low enough to run out.
  const surplus = story.books.wallet - BigInt(WALLET_USD) * 1_000_000n;
  await story.step({
    kind: "createWithdrawal",
    nth: 0,
    cents: Number(surplus / CENT),
    flag: false,
  });
  return story;
}

/** The balances of the service's own accounts, over all partners. */
async function serviceAccounts(): Promise<Record<string, bigint>> {
  const rows = await sql(
    `SELECT split_part(account_id, ':', 1) AS kind, sum(amount_micro_usd) AS total FROM ledger.entries
     WHERE account_version IS NULL GROUP BY 1`,
  );
  const totals = new Map(rows.map(({ kind, total }) => [kind, BigInt(total)]));
  const of = (kind: string) => totals.get(kind) ?? 0n;
  return { fees: of("fees"), network: of("network"), payout: of("payout"), custody: of("custody") };
}

afterAll(endTests);

test("any sequence of operations leaves the balances of a simple model and consistent books", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const before = await serviceAccounts();
      const story = await newStory();
      for (const step of sequence) await story.step(step);
      await story.compare();
      const after = await serviceAccounts();
      const { fees, network, payout, custody } = story.books;
      const moved = { fees, network, payout, custody: custody - 1_000_000_000n };
      for (const [account, total] of Object.entries(moved))
        expect([account, (after[account] ?? 0n) - (before[account] ?? 0n)]).toEqual([
          account,
          total,
        ]);
      const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
      expect(broken).toEqual([]);
    }),
    { numRuns: RUNS, examples: [[everyAnswer]] },
  );
  expect([...seen].sort()).toEqual([
    "AMOUNT_ABOVE_TRANSACTION",
    "CARD_ALREADY_FROZEN",
    "CARD_ALREADY_TERMINATED",
    "CARD_IS_ACTIVE",
    "INSUFFICIENT_BALANCE",
    "INSUFFICIENT_FUNDS",
    "INSUFFICIENT_WALLET_BALANCE",
    "TRANSACTION_NOT_OPEN",
    "authorized",
    "declined",
    "ok",
  ]);
});

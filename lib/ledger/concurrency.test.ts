import { afterAll, expect, test } from "vitest";
import { newCardTransaction } from "@/lib/cards/new-card-transaction";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { cardAccount, walletAccount } from "./accounts";
import { audit } from "./audit";
import type { ChangeSet } from "./change-set";
import { commit } from "./commit";
import { cardWithdrawalJournal, fundingJournal, type Journal } from "./journals";
import { mergeChangeSets } from "./merge-change-sets";
import { StaleDecision } from "./stale-decision";

// Before the first query: the pool needs as many connections as there are posters.
process.env.DATABASE_POOL_SIZE = "24";

const POSTERS = 20;
const DURATION_MS = 3_000;
const CARDS = 4;
const MAX_MOVES = 4;
const BALANCE_TOO_LOW = "23514";
const DEADLOCK = "40P01";
// A statement waits for its locks one after the other. Each wait may take as long as `lock_timeout`, all of them
// together as long as `statement_timeout`.
const WAITED_TOO_LONG = ["55P03", "57014"];

afterAll(endTests);

const below = (count: number) => Math.floor(Math.random() * count);

/** A funding of a card or a withdrawal from one, with its rows. */
function randomMove(partnerId: string, cardIds: string[]): ChangeSet {
  const cardId = cardIds[below(cardIds.length)] ?? "";
  const amount = BigInt(1 + below(30)) * 1_000_000n;
  const owner = { partnerId, cardId, createdAt: now() };
  const source = { sourceId: newId("txn"), partnerId };
  const narrated = (journal: Journal) => [walletTransaction(journal, { ...owner, narration: "" })];
  if (below(2) === 0) {
    const journal = fundingJournal(source, cardId, amount);
    return { journals: [journal], walletTransactions: narrated(journal) };
  }
  const journal = cardWithdrawalJournal(source, cardId, amount, 500_000n);
  const row = newCardTransaction({
    ...owner,
    id: source.sourceId,
    category: "card_withdrawal",
    amountMicroUsd: amount,
    status: "settled",
    type: "withdrawal",
    description: "",
  });
  return {
    journals: [journal],
    walletTransactions: narrated(journal),
    insert: { card_transactions: [row] },
  };
}

interface Outcome {
  committed: number;
  refused: number;
  /** SQLSTATEs of failures for other reasons than a low balance. */
  others: string[];
  /** True if each balance equals its initial value plus the postings. */
  isExact: boolean;
}

async function balancesOf(accounts: string[]): Promise<Map<string, bigint>> {
  const rows = await sql("SELECT id, balance_micro_usd FROM ledger.accounts WHERE id = ANY ($1)", [
    accounts,
  ]);
  return new Map(rows.map(({ id, balance_micro_usd }) => [id, BigInt(balance_micro_usd)]));
}

function sqlStateOf(error: unknown): string {
  const cause = error instanceof StaleDecision ? error.cause : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}

/**
 * Runs all posters concurrently for a time, and longer until the outcome is enough, on the wallet and the cards of one
 * partner.
 */
async function postAtRandom(
  { posters, durationMs }: { posters: number; durationMs: number },
  isEnough: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const partner = await makePartner({ balanceUsd: 300 });
  const { partnerId } = partner;
  const cardIds: string[] = [];
  for (let n = 0; n < CARDS; n++) cardIds.push(await makeCard(partner, { amountUsd: 50 }));
  const accounts = [walletAccount(partnerId), ...cardIds.map(cardAccount)];
  const expected = await balancesOf(accounts);
  const outcome: Outcome = { committed: 0, refused: 0, others: [], isExact: false };

  async function postOnce(): Promise<void> {
    let changeSet: ChangeSet = {};
    for (let n = below(MAX_MOVES); n >= 0; n--)
      changeSet = mergeChangeSets(changeSet, randomMove(partnerId, cardIds));
    try {
      await commit(changeSet);
    } catch (error) {
      const code = sqlStateOf(error);
      if (code === BALANCE_TOO_LOW) outcome.refused += 1;
      else outcome.others.push(code);
      return;
    }
    outcome.committed += 1;
    for (const { account, amount } of (changeSet.journals ?? []).flatMap(({ legs }) => legs)) {
      const before = expected.get(account);
      if (before !== undefined) expected.set(account, before + amount);
    }
  }
  const endMs = performance.now() + durationMs;
  const poster = async () => {
    while (performance.now() < endMs || !isEnough(outcome)) await postOnce();
  };
  await Promise.all(Array.from({ length: posters }, poster));
  const after = await balancesOf(accounts);
  outcome.isExact = accounts.every((account) => after.get(account) === expected.get(account));
  return outcome;
}

const broken = async () => (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);

test(`${POSTERS} posters at five accounts, in any order: no deadlock, nothing lost, clean books`, async () => {
  const outcome = await postAtRandom(
    { posters: POSTERS, durationMs: DURATION_MS },
    ({ committed, refused, others }) => (committed > POSTERS && refused > 0) || others.length > 0,
  );
  expect(outcome).toMatchObject({ others: [], isExact: true });
  expect(await broken()).toEqual([]);
});

test("with another lock order they deadlock, and still nothing is lost", async () => {
  for (const name of ["ledger.lock(text[])", "ledger.post(jsonb)"])
    await sql(
      `DO $$ BEGIN EXECUTE replace(pg_get_functiondef('${name}'::regprocedure), 'ORDER BY id FOR', 'ORDER BY random() FOR'); END $$`,
    );
  // With few posters: PostgreSQL needs a second for each deadlock, and the others wait for all of them.
  const outcome = await postAtRandom({ posters: 4, durationMs: 0 }, ({ others }) =>
    others.includes(DEADLOCK),
  );
  expect(outcome.others.filter((code) => ![DEADLOCK, ...WAITED_TOO_LONG].includes(code))).toEqual(
    [],
  );
  expect(outcome.isExact).toBe(true);
  expect(await broken()).toEqual([]);
});

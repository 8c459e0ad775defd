import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { disconnect, inTransaction, openConnections } from "@/lib/db";
import { onChanges } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { inRequest } from "@/lib/kernel/request-context";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { type Cut, startPooler } from "@/test/database/pooler";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { claimOf } from "@/test/fixtures/claim";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { cardAccount } from "./accounts";
import type { ChangeSet, Claim } from "./change-set";
import { ClaimedBefore, commit } from "./commit";
import { decideUnderLock } from "./decide-under-lock";
import { send } from "./group-commit";
import { fundingJournal } from "./journals";
import { type Submission, toMessage } from "./message";
import { outlastLostCommit } from "./outlast-lost-commit";
import { StaleDecision } from "./stale-decision";

const USD = 1_000_000n;
const WHEN = ["before", "after"] as const;

let partnerId: string;
let cardId: string;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeEach(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  cardId = await makeCard(partner, { amountUsd: 10 });
  pooler = await startPooler();
  // After it, so that nothing in the background opens a direct connection in between.
  await disconnect();
  await openConnections();
});
afterEach(async () => {
  onChanges(undefined);
  await pooler.stop();
  await disconnect();
  expect(await bookFaults(partnerId)).toEqual([]);
});
afterAll(endTests);

/** Commits in a request of its own. */
const commitInRequest = (changeSet: ChangeSet) => inRequest(newId("req"), () => commit(changeSet));

/** Funds the card with 1 USD. */
function funding(claim?: Claim): ChangeSet {
  const journal = fundingJournal({ sourceId: newId("txn"), partnerId }, cardId, USD);
  const listed = walletTransaction(journal, { partnerId, cardId, narration: "", createdAt: now() });
  return { journals: [journal], walletTransactions: [listed], ...(claim && { claim }) };
}

const submissionOf = (changeSet: ChangeSet): Submission => ({
  changeSet,
  requestId: undefined,
  callerId: undefined,
});

const cutCommits = (changes: Partial<Cut> = {}) =>
  pooler.cutConnections({ text: "commit_change_set", when: "after", times: 1, ...changes });

/** The number of change sets that were executed. */
async function countFundings(): Promise<number> {
  const rows = await sql(
    "SELECT FROM ledger.entries WHERE account_id = $1 AND amount_micro_usd = $2",
    [cardAccount(cardId), USD],
  );
  return rows.length;
}

describe("a commit with a claim whose connection is lost", () => {
  test.each(WHEN)("%s it is executed: executed once, and published", async (when) => {
    const published: unknown[] = [];
    onChanges((partner) => published.push(partner));
    const before = await walletOf(partnerId);
    const cut = cutCommits({ when });
    await commitInRequest(funding(claimOf(partnerId)));
    expect(cut.times).toBe(0);
    expect(await countFundings()).toBe(1);
    expect(await walletOf(partnerId)).toBe(before - 1);
    expect(published).toEqual([partnerId]);
  });

  test.each(WHEN)("twice %s it is executed: executed once", async (when) => {
    const cut = cutCommits({ when, times: 2 });
    await commitInRequest(funding(claimOf(partnerId)));
    expect(cut.times).toBe(0);
    expect(await countFundings()).toBe(1);
  });

  test("three times fails, because the database may be what it ends", async () => {
    const cut = cutCommits({ times: 4 });
    const lost = commitInRequest(funding(claimOf(partnerId)));
    await expect(lost).rejects.toThrow("Connection terminated unexpectedly");
    expect(cut.times).toBe(1);
    expect(await countFundings()).toBe(1);
  });

  test("sees that its key belongs to another request with the same content at the same time", async () => {
    const claim = claimOf(partnerId);
    await commitInRequest(funding(claim));
    cutCommits({ when: "before" });
    await expect(commitInRequest(funding(claim))).rejects.toBeInstanceOf(ClaimedBefore);
    expect(await countFundings()).toBe(1);
  });

  test("has a transaction id when it finds that it was executed, so that its end waits for a standby", async () => {
    const changeSet = funding(claimOf(partnerId));
    await commit(changeSet);
    const ids = await inTransaction(async (runQuery) => {
      await send("commit_change_set", toMessage([submissionOf(changeSet)]), runQuery);
      return runQuery("own_id", "SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS has", []);
    });
    expect(ids).toEqual([{ has: true }]);
  });

  test("is stale if what it decided on changed meanwhile", async () => {
    cutCommits({ when: "before" });
    const expected = { cards: { [cardId]: 7 } };
    const lost = commitInRequest({ ...funding(claimOf(partnerId)), expect: expected });
    await expect(lost).rejects.toBeInstanceOf(StaleDecision);
    expect(await countFundings()).toBe(0);
  });
});

test("a commit that was not sent fails at once: it has waited already", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    throw refused;
  };
  await expect(outlastLostCommit(claimOf(partnerId), attempt)).rejects.toBe(refused);
  expect(attempts).toBe(1);
});

test.each(WHEN)(
  "a commit without a claim whose connection is lost %s it is executed fails, and is not repeated",
  async (when) => {
    const cut = cutCommits({ when, times: 2 });
    await expect(commit(funding())).rejects.toThrow("Connection terminated unexpectedly");
    expect(cut.times).toBe(1);
    expect(await countFundings()).toBe(when === "after" ? 1 : 0);
  },
);

test.each(WHEN)(
  "in a group that is lost %s it is executed, each change set with a claim succeeds",
  async (when) => {
    const cut = cutCommits({ when });
    const outcomes = await Promise.allSettled([
      commitInRequest(funding(claimOf(partnerId))),
      commitInRequest(funding()),
      commitInRequest(funding(claimOf(partnerId))),
    ]);
    expect(cut.times).toBe(0);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await countFundings()).toBe(when === "after" ? 3 : 2);
  },
);

test.each(WHEN)("a decision under locks that is lost %s its commit is made once", async (when) => {
  // Each decision but the one under locks is stale.
  const decide = (attempt: number) => ({
    changeSet: { ...funding(claim), ...(attempt <= 3 && { expect: { cards: { [cardId]: 7 } } }) },
    result: attempt,
  });
  const claim = claimOf(partnerId);
  let attempts = 0;
  const cut = cutCommits({ text: "COMMIT", when });
  const result = await inRequest(newId("req"), () =>
    decideUnderLock(async () => (attempts += 1), decide),
  );
  expect(cut.times).toBe(0);
  // Executed and lost, the result is that of the first transaction; not executed, that of the second one.
  expect(result).toBe(when === "after" ? 4 : 5);
  expect(await countFundings()).toBe(1);
});

import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuditedAction, currentAuditContext, runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { inRequest, setCallerId } from "@/lib/kernel/request-context";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { ownerClient } from "@/test/database/attack";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import { statementsOf } from "@/test/database/statements-of";
import { eventually } from "@/test/eventually";
import { bookFaults } from "@/test/fixtures/books";
import { claimOf } from "@/test/fixtures/claim";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { cardAccount, walletAccount } from "./accounts";
import type { ChangeSet } from "./change-set";
import { ClaimedBefore, commit } from "./commit";
import type { Decision } from "./decide-and-commit";
import { decideUnderLock } from "./decide-under-lock";
import { fundingJournal } from "./journals";

const USD = 1_000_000n;

interface Seen {
  balance: bigint;
  version: bigint;
}

let partnerId: string;
let cardId: string;
let secondId: string;

beforeEach(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  cardId = await makeCard(partner, { amountUsd: 10 });
  secondId = await makeCard(partner, { amountUsd: 10 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await bookFaults(partnerId)).toEqual([]);
});
afterAll(endTests);

function funding(amount: bigint, id = cardId): ChangeSet {
  const journal = fundingJournal({ sourceId: newId("txn"), partnerId }, id, amount);
  const listed = { partnerId, cardId: id, narration: "", createdAt: now() };
  return { journals: [journal], walletTransactions: [walletTransaction(journal, listed)] };
}
const move = () => commit(funding(1n));

type RunQuery = Parameters<Parameters<typeof decideUnderLock>[0]>[0];
async function seen(runQuery: RunQuery): Promise<Seen> {
  const [row] = await runQuery<{ balance: bigint; version: bigint }>(
    "see_account",
    "SELECT balance_micro_usd AS balance, version FROM ledger.accounts WHERE id = $1",
    [cardAccount(cardId)],
  );
  return row ?? expect.fail("no such card");
}
/** Reads, then starts a change that may block. `done` records whether the change had ended before the decision. */
function readThen(happens: (attempt: number) => Promise<unknown>) {
  const done: boolean[] = [];
  const under: Promise<unknown>[] = [];
  const read = vi.fn(async (runQuery: RunQuery) => {
    const found = await seen(runQuery);
    const happening = happens(read.mock.calls.length);
    under.push(happening);
    done.push(await doneOrWaiting(happening));
    return found;
  });
  return { read, done, all: () => Promise.all(under) };
}
/** Doubles the card's balance, on condition that the account's version is unchanged. */
const double = ({ balance, version }: Seen): Decision<bigint> => ({
  changeSet: { ...funding(balance), expect: { accounts: { [cardAccount(cardId)]: version } } },
  result: balance * 2n,
});
const balance = async () => {
  const [row] = await sql("SELECT balance_micro_usd AS n FROM ledger.accounts WHERE id = $1", [
    cardAccount(cardId),
  ]);
  return BigInt(row.n);
};
const claims = async (key: string) =>
  (await sql("SELECT FROM idempotency_keys WHERE key = $1", [key])).length;

interface Sender {
  connection: { stream: Socket };
}
/** Runs `happens` before each statement whose text or name begins with `name`. */
function beforeStatement(name: string, happens: (client: Sender) => Promise<void>): void {
  const { query } = pg.Client.prototype;
  // biome-ignore lint/suspicious/noExplicitAny: the arguments of every overload are passed on unchanged
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: any, ...args: any) {
    const isMeant = String(Object(args[0]).name ?? args[0]).startsWith(name);
    const send = () => query.apply(this, args);
    return isMeant ? happens(this).then(send) : send();
  });
}

describe("without concurrent changes", () => {
  test("is committed normally, without locks", async () => {
    const { answer, statements } = await statementsOf(() => decideUnderLock(seen, double));
    expect(answer).toBe(20n * USD);
    expect(statements).toEqual(["see_account", "commit_change_sets"]);
    expect(await balance()).toBe(20n * USD);
  });
});

describe("with a change after every read", () => {
  test("is read and decided under the lock after three attempts", async () => {
    const { read, done, all } = readThen(move);
    expect(await decideUnderLock(read, double)).toBe(2n * (10n * USD + 3n));
    expect(done).toEqual([true, true, true, false]);
    await all();
    expect(await balance()).toBe(2n * (10n * USD + 3n) + 1n);
  });

  test("while other requests continue", async () => {
    const other = await makePartner({ balanceUsd: 1_000 });
    const { read, done, all } = readThen((attempt) =>
      attempt <= 3 ? move() : makeCard(other, { amountUsd: 10 }),
    );
    await decideUnderLock(read, double);
    expect(done).toEqual([true, true, true, true]);
    await all();
  });

  test("takes at most four connections; the others wait without one", async () => {
    let begun = 0;
    const gate = Promise.withResolvers<void>();
    beforeStatement("BEGIN;", () => {
      begun += 1;
      return gate.promise;
    });
    const added = Array.from({ length: 8 }, () => {
      let tries = 0;
      return decideUnderLock(seen, ({ version }) => {
        tries += 1;
        const expected = tries > 3 ? version : -1n;
        const expect = { accounts: { [cardAccount(cardId)]: expected } };
        return { changeSet: { ...funding(1n), expect }, result: tries };
      });
    });
    await eventually(() => expect(begun).toBe(4));
    await sleep(200);
    expect(begun).toBe(4);
    gate.resolve();
    expect(await Promise.all(added)).toEqual(Array(8).fill(4));
    expect(await balance()).toBe(10n * USD + 8n);
  });

  test("has no effect when it is refused: no lock, and the key is unused", async () => {
    const { read, all } = readThen(move);
    const claim = claimOf(partnerId);
    const refused = decideUnderLock(read, (found) => {
      if (read.mock.calls.length > 3) throw new ServiceError("INSUFFICIENT_FUNDS");
      const { changeSet, result } = double(found);
      return { changeSet: { ...changeSet, claim }, result };
    });
    await expect(refused).rejects.toMatchObject({ code: "INSUFFICIENT_FUNDS" });
    await all();
    expect(await balance()).toBe(10n * USD + 4n);
    expect(await claims(claim.key)).toBe(0);
  });

  test("locks in one order only: a decision on other accounts starts again", async () => {
    const { read, done, all } = readThen(move);
    const doubled = decideUnderLock(read, (found) => {
      const { changeSet, result } = double(found);
      // Once the locks are taken, the decision needs another card, too.
      const lock = read.mock.calls.length > 3 ? [cardAccount(secondId)] : [];
      return { changeSet: { ...changeSet, lock }, result };
    });
    await doubled;
    // The fourth attempt had locked too few accounts.
    expect(done).toEqual([true, true, true, false, false]);
    await all();
  });

  test("claims its key before its locks, and waits for a concurrent claim", async () => {
    const claim = claimOf(partnerId);
    const first = await ownerClient();
    // After the attempts without a lock, a concurrent request with this key is about to lock the accounts.
    beforeStatement("BEGIN;", async () => {
      await first.query("BEGIN");
      await first.query(
        "INSERT INTO idempotency_keys (partner_id, endpoint, key, request_hash, created_at) VALUES ($1, $2, $3, 'hash', now())",
        [partnerId, claim.endpoint, claim.key],
      );
    });
    const { read, all } = readThen(move);
    const second = decideUnderLock(read, (found) => {
      const { changeSet, result } = double(found);
      return { changeSet: { ...changeSet, claim }, result };
    });
    const outcome = expect(second).rejects.toBeInstanceOf(ClaimedBefore);
    expect(await doneOrWaiting(outcome)).toBe(false);
    await first.query("SELECT ledger.lock($1)", [[cardAccount(cardId), walletAccount(partnerId)]]);
    await first.query("COMMIT");
    await first.end();
    await outcome;
    await all();
    expect(read).toHaveBeenCalledTimes(3);
    expect(await balance()).toBe(10n * USD + 3n);
  });

  test("writes the audit entry of a person in the same transaction", async () => {
    const { personId } = await makePerson({ partnerId });
    const context: AuditedAction = {
      personId,
      partnerId,
      action: "test",
      targetId: cardId,
      before: null,
      after: null,
      ipAddress: null,
      requestId: newId("req"),
      at: now(),
    };
    // Moved outside of the audit context; else the concurrent change would write the first audit entry.
    const { read, all } = readThen((attempt) => {
      const running = currentAuditContext();
      if (running) running.isWritten = true;
      const moved = attempt <= 3 ? move() : Promise.resolve();
      if (running) running.isWritten = false;
      return moved;
    });
    await runAudited(context, async () => {
      await decideUnderLock(read, double);
      expect(currentAuditContext()).toBeUndefined();
    });
    await all();
    const rows = await sql(
      `SELECT a.xmin = (SELECT max(xmin::text::bigint)::text::xid FROM ledger.journals WHERE partner_id = $1) AS together
       FROM audit_entries a WHERE person_id = $2`,
      [partnerId, personId],
    );
    expect(rows).toEqual([{ together: true }]);
  });

  test("is refused if the calling partner was suspended meanwhile", async () => {
    const { read, all } = readThen(async (attempt) => {
      await move();
      if (attempt === 3) await sql("SELECT set_suspension($1, now())", [partnerId]);
    });
    const asked = inRequest(newId("req"), () => {
      setCallerId(partnerId);
      return decideUnderLock(read, double);
    });
    await expect(asked).rejects.toMatchObject({ code: "PARTNER_SUSPENDED" });
    expect(read).toHaveBeenCalledTimes(3);
    await all();
  });

  test.each(["during the reading", "at the commit"])(
    "is not retried when its outcome is unknown: a connection that breaks %s",
    async (when) => {
      const { read, all } = readThen((attempt) => (attempt <= 3 ? move() : Promise.resolve()));
      beforeStatement(when === "at the commit" ? "COMMIT" : "see_account", async (client) => {
        if (read.mock.calls.length > 3) client.connection.stream.destroy(new Error("write EPIPE"));
      });
      await expect(decideUnderLock(read, double)).rejects.toThrow(/EPIPE|connection error/);
      expect(read).toHaveBeenCalledTimes(4);
      await all();
      vi.restoreAllMocks();
      await eventually(async () => expect(await balance()).toBe(10n * USD + 3n));
      await move();
    },
  );
});

import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { inRequest, setCallerId } from "@/lib/kernel/request-context";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { ownerClient } from "@/test/database/attack";
import { balancesOf, walletOf } from "@/test/fixtures/books";
import { claimOf } from "@/test/fixtures/claim";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { setRule } from "@/test/fixtures/own-approvals";
import { makePerson } from "@/test/fixtures/people";
import { ADDRESS } from "@/test/fixtures/withdrawals";
import { walletAccount } from "./accounts";
import { audit } from "./audit";
import type { ChangeSet } from "./change-set";
import { ClaimedBefore, commit } from "./commit";
import { fundingJournal, withdrawalJournal } from "./journals";
import { StaleDecision } from "./stale-decision";

const USD = 1_000_000n;

interface Subject {
  partner: TestPartner;
  cardId: string;
}

let own: Subject;
let other: Subject;

async function makeSubject(): Promise<Subject> {
  const partner = await makePartner({ balanceUsd: 1_000 });
  return { partner, cardId: await makeCard(partner, { amountUsd: 100 }) };
}

beforeAll(async () => {
  own = await makeSubject();
  other = await makeSubject();
});
afterAll(endTests);
afterEach(async () => {
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
});

/** The change set of a request that funds the card. */
function funding(subject: Subject, amount = 1n * USD, more: ChangeSet = {}): ChangeSet {
  const { cardId, partner } = subject;
  const owner = { partnerId: partner.partnerId, cardId, createdAt: now() };
  const source = { sourceId: newId("txn"), partnerId: partner.partnerId };
  const journal = fundingJournal(source, cardId, amount);
  return {
    claim: claimOf(partner.partnerId),
    expect: { cards: { [cardId]: 1 } },
    journals: [journal],
    walletTransactions: [walletTransaction(journal, { ...owner, narration: "" })],
    events: [{ ...owner, id: newId("evt"), type: "test", resourceId: cardId, body: "{}" }],
    ...more,
  };
}

/** The change set of a request that withdraws from the partner's wallet. */
function withdrawing({ partner: { partnerId } }: Subject): ChangeSet {
  const id = newId("wd");
  const amounts = { amountMicroUsd: 10n * USD, feeMicroUsd: USD / 2n };
  const journal = withdrawalJournal({ sourceId: id, partnerId }, amounts.amountMicroUsd);
  const createdAt = now();
  const terms = { ...amounts, toAddress: ADDRESS, status: "pending", createdAt, version: 1 };
  return {
    insert: { withdrawals: [{ id, partnerId, ...terms }] },
    journals: [journal],
    walletTransactions: [walletTransaction(journal, { partnerId, narration: "", createdAt })],
  };
}

const sourceOf = ({ journals }: ChangeSet) => journals?.[0]?.sourceId ?? "";

/** The number of transactions that posted these change sets, and the number of their journals. */
async function postedBy(
  changeSets: ChangeSet[],
): Promise<{ transactions: number; journals: number }> {
  const [row] = await sql(
    "SELECT count(DISTINCT xmin::text)::int AS transactions, count(*)::int AS journals FROM ledger.journals WHERE source_id = ANY ($1)",
    [changeSets.map(sourceOf)],
  );
  return row;
}

const commitAll = (changeSets: ChangeSet[]) => Promise.allSettled(changeSets.map(commit));

describe("concurrent change sets", () => {
  test("share a transaction, each with its own results", async () => {
    const before = await walletOf(own.partner.partnerId);
    const changeSets = Array.from({ length: 20 }, (_, n) => funding(n % 2 ? own : other));
    const requestIds = changeSets.map(() => newId("req"));
    await Promise.all(
      changeSets.map((changeSet, n) => inRequest(requestIds[n] ?? "", () => commit(changeSet))),
    );
    const { transactions, journals } = await postedBy(changeSets);
    expect(journals).toBe(20);
    expect(transactions).toBeLessThanOrEqual(2);
    expect(await walletOf(own.partner.partnerId)).toBe(before - 10);

    const posted = await sql(
      "SELECT source_id, request_id FROM ledger.journals WHERE source_id = ANY ($1)",
      [changeSets.map(sourceOf)],
    );
    expect(new Map(posted.map(({ source_id, request_id }) => [source_id, request_id]))).toEqual(
      new Map(changeSets.map((changeSet, n) => [sourceOf(changeSet), requestIds[n]])),
    );
    const events = await sql(
      "SELECT sequence FROM webhook_events WHERE id = ANY ($1) ORDER BY id",
      [changeSets.flatMap(({ events = [] }) => events.map(({ id }) => id))],
    );
    expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(10);
  });

  test("are all committed, in any number", async () => {
    const changeSets = Array.from({ length: 150 }, () => funding(own, 1n));
    await Promise.all(changeSets.map(commit));
    const { transactions, journals } = await postedBy(changeSets);
    expect(journals).toBe(150);
    expect(transactions).toBeLessThan(20);
  });

  test("are grouped by kind in any order of arrival", async () => {
    const changeSets: ChangeSet[] = [];
    const call = async () => {
      for (let n = 0; n < 12; n += 1) {
        const changeSet = funding(own, 1n);
        changeSets.push(changeSet);
        await commit(changeSet);
      }
    };
    const first = Array.from({ length: 3 }, call);
    await nextTurn();
    await Promise.all([...first, ...Array.from({ length: 13 }, call)]);
    const [{ even }] = await sql(
      `SELECT coalesce(sum(n) FILTER (WHERE n BETWEEN 6 AND 10), 0)::int AS even FROM
         (SELECT count(*) AS n FROM ledger.journals WHERE source_id = ANY ($1) GROUP BY xmin::text) AS sizes`,
      [changeSets.map(sourceOf)],
    );
    expect(even).toBeGreaterThan(changeSets.length / 2);
  });

  test("are separate transactions when one changes what the other expects", async () => {
    const subject = await makeSubject();
    const { partnerId } = subject.partner;
    const freezing: ChangeSet = {
      partnerId,
      update: { cards: [{ id: subject.cardId, version: 1, set: { status: "frozen" } }] },
    };
    const changeSets = [funding(subject), freezing, funding(subject)];
    const [first, frozen, second] = await commitAll(changeSets);
    expect(frozen?.status).toBe("fulfilled");
    // Each funding was committed before the change, or was refused as stale.
    for (const funded of [first, second])
      if (funded?.status === "rejected") expect(funded.reason).toBeInstanceOf(StaleDecision);
    const [row] = await sql(
      "SELECT (SELECT xmin::text FROM cards WHERE id = $1) AS frozen, array_agg(xmin::text) AS funded FROM ledger.journals WHERE type = 'card_funding' AND partner_id = $2",
      [subject.cardId, partnerId],
    );
    expect(row.funded).not.toContain(row.frozen);
  });
});

describe("a failing change set fails alone", () => {
  const failing: [string, () => ChangeSet, unknown][] = [
    [
      "a card that changed",
      () => funding(own, USD, { expect: { cards: { [own.cardId]: 9 } } }),
      StaleDecision,
    ],
    ["a balance that does not suffice", () => funding(own, 100_000n * USD), StaleDecision],
    [
      "a posting that no rule allows",
      () => {
        const changeSet = funding(own);
        return {
          ...changeSet,
          journals: (changeSet.journals ?? []).map((each) => ({ ...each, type: "gift" })),
        };
      },
      Error,
    ],
    [
      "an answer that cannot be written down",
      () =>
        funding(own, USD, { claim: claimOf(own.partner.partnerId, { response: { amount: 1n } }) }),
      TypeError,
    ],
  ];

  test.each(failing)("%s", async (_, make, Failure) => {
    const before = (await balancesOf(own.cardId)).available;
    const others = [funding(own), funding(other), funding(own)];
    const [first, second, failed, third] = await commitAll([
      ...others.slice(0, 2),
      make(),
      ...others.slice(2),
    ]);
    expect([first, second, third].map((each) => each?.status)).toEqual(Array(3).fill("fulfilled"));
    expect(failed).toMatchObject({ status: "rejected", reason: expect.any(Failure) });
    expect((await postedBy(others)).journals).toBe(3);
    expect((await balancesOf(own.cardId)).available).toBe(before + 2);
  });

  test("a used key: only its change set gets the first result", async () => {
    const used = claimOf(own.partner.partnerId, { resourceId: "wd_first" });
    await commit(funding(own, USD, { claim: used }));
    for (const beside of [funding(other), funding(other, USD, { claim: undefined })]) {
      const others = [beside, funding(other), funding(other)];
      const [repeated, ...done] = await commitAll([funding(own, USD, { claim: used }), ...others]);
      expect(done.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
      expect(repeated).toMatchObject({
        reason: { row: { request_hash: "hash", resource_id: "wd_first" } },
      });
      expect((await postedBy(others)).journals).toBe(3);
    }
  });

  test("one key in two change sets: one is committed, the other gets its result", async () => {
    const claim = claimOf(own.partner.partnerId);
    const using = () => funding(own, USD, { claim });
    const changeSets = [using(), funding(other), using(), funding(other)];
    const results = await commitAll(changeSets);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const refused = results.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: expect.any(ClaimedBefore) });
    expect((await postedBy(changeSets)).journals).toBe(3);
  });

  test("a partner that was suspended meanwhile", async () => {
    const suspended = await makeSubject();
    await sql("SELECT set_suspension($1, now())", [suspended.partner.partnerId]);
    const asking = (subject: Subject, changeSet: ChangeSet) =>
      inRequest(newId("req"), () => {
        setCallerId(subject.partner.partnerId);
        return commit(changeSet);
      });
    const changeSets = [suspended, own, other, other].map((subject) => ({
      subject,
      changeSet: funding(subject),
    }));
    const [refused, ...done] = await Promise.allSettled(
      changeSets.map(({ subject, changeSet }) => asking(subject, changeSet)),
    );
    expect(refused).toMatchObject({ reason: { code: "PARTNER_SUSPENDED" } });
    expect(done.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    expect((await postedBy(changeSets.map(({ changeSet }) => changeSet))).journals).toBe(3);
  });
});

test.each([
  ["one", 1],
  ["several", 3],
])(
  "a change set that waits for a lock does not delay the others: %s concurrently",
  async (_, size) => {
    const holder = await ownerClient();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM ledger.accounts WHERE id = $1 FOR UPDATE", [
      walletAccount(own.partner.partnerId),
    ]);
    const held: ChangeSet[] = [];
    const waiting: ReturnType<typeof commitAll>[] = [];
    // Starts group after group, up to the maximum in flight.
    for (let group = 0; group < 3; group++) {
      const changeSets = Array.from({ length: size }, () => funding(own));
      held.push(...changeSets);
      waiting.push(commitAll(changeSets));
      await nextTurn();
    }
    await commit(funding(other));
    expect((await postedBy(held)).journals).toBe(0);
    await holder.query("COMMIT");
    await holder.end();
    const results = (await Promise.all(waiting)).flat();
    expect(results.map(({ status }) => status)).toEqual(held.map(() => "fulfilled"));
    expect((await postedBy(held)).journals).toBe(held.length);
  },
);

test("a withdrawal that waits for an owner who sets the amount of its partner does not delay the others of its call", async () => {
  const { partnerId } = own.partner;
  const { personId } = await makePerson({ partnerId });
  await setRule({ partnerId, personId, aboveUsd: 500 });
  const holder = await ownerClient();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM partner_approval_rules WHERE partner_id = $1 FOR UPDATE", [
    partnerId,
  ]);
  const held = withdrawing(own);
  const waiting = commit(held);
  const startMs = performance.now();
  await commit(funding(other));
  // Far below the limit of any statement for its locks.
  expect(performance.now() - startMs).toBeLessThan(5_000);
  expect((await postedBy([held])).journals).toBe(0);
  await holder.query("COMMIT");
  await holder.end();
  await waiting;
  expect((await postedBy([held])).journals).toBe(1);
});

test("a change set that needs the locks of a running group is sent separately", async () => {
  const holder = await ownerClient();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM ledger.accounts WHERE id = $1 FOR UPDATE", [
    walletAccount(own.partner.partnerId),
  ]);
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const first = commit(funding(own));
  await nextTurn();
  const [same, another] = [funding(own), funding(other)];
  const second = commit(same);
  await commit(another);
  const messages = sent.mock.calls.map(([statement]) => JSON.stringify(statement));
  sent.mockRestore();
  await holder.query("COMMIT");
  await holder.end();
  await Promise.all([first, second]);
  const carriers = messages.filter((message) => message.includes(sourceOf(another)));
  expect(carriers).toHaveLength(1);
  expect(carriers.filter((message) => message.includes(sourceOf(same)))).toEqual([]);
});

test("with an unknown outcome no change set without a claim is retried", async () => {
  const owner = await ownerClient();
  await owner.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      PERFORM nextval('public.tries');
      PERFORM pg_terminate_backend(pg_backend_pid());
      PERFORM pg_sleep(10);
      RETURN NULL;
    END $$;
    CREATE TRIGGER end_connection AFTER INSERT ON webhook_events FOR EACH STATEMENT EXECUTE FUNCTION end_connection();`);
  const changeSets = [own, other, own, other].map((subject) => {
    const { claim, ...unclaimed } = funding(subject);
    return unclaimed;
  });
  try {
    for (const result of await commitAll(changeSets))
      expect(result).toMatchObject({ status: "rejected", reason: { code: "57P01" } });
  } finally {
    await owner.query("DROP TRIGGER end_connection ON webhook_events");
  }
  const { rows } = await owner.query("SELECT last_value::int AS tries FROM tries");
  await owner.end();
  // One try for each of the two groups.
  expect(rows).toEqual([{ tries: 2 }]);
  expect((await postedBy(changeSets)).journals).toBe(0);
  await commit(funding(own));
});

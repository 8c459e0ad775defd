import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { inRequest, setCallerId } from "@/lib/kernel/request-context";
import { attack, ownerClient } from "@/test/database/attack";
import { statementsOf } from "@/test/database/statements-of";
import { walletOf } from "@/test/fixtures/books";
import { claimOf } from "@/test/fixtures/claim";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { cardAccount } from "./accounts";
import type { ChangeSet, Claim } from "./change-set";
import { ClaimedBefore, commit } from "./commit";
import { feeJournal, fundingJournal } from "./journals";
import { mergeChangeSets } from "./merge-change-sets";
import { toMessage } from "./message";
import { StaleDecision } from "./stale-decision";

const USD = 1_000_000n;

let partner: TestPartner;
let partnerId: string;
let cardId: string;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  cardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

/** Funds the card, with a row for each table that a commit can insert into. */
function funding(amount = 5n * USD, more: ChangeSet = {}): ChangeSet {
  const sourceId = newId("txn");
  const journal = fundingJournal({ sourceId, partnerId }, cardId, amount);
  const owner = { partnerId, createdAt: now() };
  return {
    journals: [journal],
    walletTransactions: [
      {
        ...owner,
        journalId: journal.id,
        amountMicroUsd: amount,
        type: "debit",
        action: "funding",
        category: "card_funding",
        narration: "test",
        cardId,
      },
    ],
    events: [{ ...owner, id: newId("evt"), type: "test", resourceId: cardId, body: "{}" }],
    ...more,
  };
}

/** The number of rows in every table that a commit writes. */
async function counts(): Promise<Record<string, unknown>> {
  const [row] = await sql(
    `SELECT (SELECT count(*) FROM ledger.journals) AS journals, (SELECT count(*) FROM ledger.entries) AS entries,
       (SELECT count(*) FROM ledger.accounts) AS accounts, (SELECT sum(version) FROM ledger.accounts) AS versions,
       (SELECT count(*) FROM wallet_transactions) AS listed, (SELECT count(*) FROM webhook_events) AS events,
       (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT sum(n) FROM row_counts) AS totals,
       (SELECT sum(version) FROM cards) AS cards, (SELECT count(*) FROM audit_entries) AS audited`,
  );
  return row;
}

describe("a stale change set has no effect", () => {
  const stale: [string, () => ChangeSet | Promise<ChangeSet>][] = [
    ["a card of another version", () => ({ expect: { cards: { [cardId]: 7 } } })],
    ["an unknown card", () => ({ expect: { cards: { card_nobody: 1 } } })],
    [
      "one card of two",
      async () => ({ expect: { cards: { [cardId]: 1, [await makeCard(partner)]: 2 } } }),
    ],
    [
      "an account of another version",
      () => ({ expect: { accounts: { [cardAccount(cardId)]: 9n } } }),
    ],
    ["an unknown account", () => ({ expect: { accounts: { "card:card_nobody": 1n } } })],
    [
      "a row of another version",
      () => ({ update: { cards: [{ id: cardId, version: 9, set: { status: "frozen" } }] } }),
    ],
    [
      "a row of no version",
      () => ({ update: { cards: [{ id: cardId, set: { status: "frozen" } }] } }),
    ],
    [
      "a row that is not there",
      () => ({ update: { cards: [{ id: "card_nobody", version: 1, set: { status: "frozen" } }] } }),
    ],
    [
      "one row of two",
      () => ({
        update: {
          cards: [{ id: cardId, version: 1, set: { status: "frozen" } }],
          card_transactions: [{ id: "txn_nobody", version: 1, set: { status: "settled" } }],
        },
      }),
    ],
    [
      "a row twice",
      () => ({
        update: {
          cards: [
            { id: cardId, version: 1, set: { status: "frozen" } },
            { id: cardId, version: 1, set: { status: "frozen" } },
          ],
        },
      }),
    ],
    ["a balance that was spent", () => funding(10_000n * USD)],
    [
      "a limit of terminations that is reached",
      () => ({ expect: { terminated: { partnerId, since: new Date(0), fewerThan: 0 } } }),
    ],
    [
      "a source that was posted before",
      async () => {
        const changeSet = funding();
        await commit(changeSet);
        const [first] = changeSet.journals ?? [];
        return { journals: first ? [{ ...first, id: newId("jrn") }] : [] };
      },
    ],
    [
      "a user that is not there",
      () => ({
        insert: {
          kyc_sessions: [
            {
              id: newId("kyc"),
              userId: "usr_nobody",
              partnerId,
              provider: "sandbox",
              createdAt: now(),
              expiresAt: now(),
            },
          ],
        },
      }),
    ],
  ];

  test.each(stale)("%s", async (_, make) => {
    const part = await make();
    const before = await counts();
    const opened = [{ id: `custody:test:${randomUUID()}`, kind: "custody" as const }];
    const changeSet = { claim: claimOf(partnerId), ...funding(), accounts: opened, ...part };
    await expect(commit(changeSet)).rejects.toBeInstanceOf(StaleDecision);
    expect(await counts()).toEqual(before);
  });

  test("several changes of a row increase its version each", async () => {
    const change = { id: cardId, version: 1, set: { status: "frozen" } };
    await commit({ partnerId, update: { cards: [change] } });
    await expect(commit({ partnerId, update: { cards: [change] } })).rejects.toBeInstanceOf(
      StaleDecision,
    );
    await commit({
      partnerId,
      update: { cards: [{ id: cardId, version: 2, set: { status: "active" } }] },
    });
    const [row] = await sql("SELECT status, version FROM cards WHERE id = $1", [cardId]);
    expect(row).toEqual({ status: "active", version: 3 });
  });

  test("a violated ledger rule is an error that is not retried", async () => {
    const before = await counts();
    const journal = {
      ...feeJournal("kyc_fee", { sourceId: "usr_1", partnerId }, USD),
      type: "gift",
    };
    await expect(commit({ journals: [journal] })).rejects.toMatchObject({ code: "PW003" });
    expect(await counts()).toEqual(before);
  });

  test("an empty change set takes no statement", async () => {
    const empty: ChangeSet[] = [
      {},
      mergeChangeSets({}, {}),
      { journals: [], insert: { alerts: [] }, claim: undefined, expect: { cards: {} } },
    ];
    for (const changeSet of empty) {
      const { statements } = await statementsOf(() => commit(changeSet));
      expect(statements).toEqual([]);
    }
  });

  test("a change set that only checks something is committed, and so is one of a caller", async () => {
    const expected = { expect: { cards: { [cardId]: -1 } } };
    await expect(commit(expected)).rejects.toBeInstanceOf(StaleDecision);
    const { statements } = await statementsOf(() =>
      inRequest(newId("req"), async () => {
        setCallerId(partnerId);
        await commit({});
      }),
    );
    expect(statements).toEqual(["commit_change_sets"]);
  });

  test("unknown parts of a change set are refused", async () => {
    const statements = [
      `SELECT commit_change_set('{"walletTransactions": []}')`,
      `SELECT commit_change_set('{"insert": {"api_keys": []}}')`,
    ];
    for (const statement of statements)
      expect(await attack({ role: "app", statements: [statement] })).toBe("PW003");
    const update = `SELECT commit_change_set('{"update": {"api_keys": [{"id": "key_1", "set": {}}]}}')`;
    expect(await attack({ role: "app", statements: [update] })).toBe("20000");
  });
});

describe("an idempotency key is claimed once", () => {
  test("a second use changes nothing and gets the first result", async () => {
    const claim = claimOf(partnerId, { response: { id: "a" }, resourceId: "wd_1" });
    await commit(funding(5n * USD, { claim }));
    const before = await counts();
    const again = commit(
      funding(5n * USD, { claim: { ...claim, requestHash: "other", response: { id: "b" } } }),
    );
    await expect(again).rejects.toBeInstanceOf(ClaimedBefore);
    await expect(again).rejects.toMatchObject({
      row: { request_hash: "hash", response: '{"id":"a"}', resource_id: "wd_1" },
    });
    expect(await counts()).toEqual(before);
  });

  test("one of 50 concurrent uses of a key moves money, and the others get its result", async () => {
    const claim = claimOf(partnerId);
    const before = await walletOf(partnerId);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => commit(funding(5n * USD, { claim }))),
    );
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason] : [],
    );
    expect(refusals).toHaveLength(49);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(ClaimedBefore);
    expect(await walletOf(partnerId)).toBe(before - 5);
  });

  test("another endpoint, key or partner is another claim", async () => {
    const claim = claimOf(partnerId);
    const { partnerId: otherId } = await makePartner();
    await commit({ claim });
    await commit({ claim: { ...claim, endpoint: "withdrawFromCard" } });
    await commit({ claim: { ...claim, key: randomUUID() } });
    await commit({ claim: { ...claim, partnerId: otherId } });
  });

  test("a refused commit releases the claim", async () => {
    const claim = claimOf(partnerId);
    await expect(commit(funding(10_000n * USD, { claim }))).rejects.toBeInstanceOf(StaleDecision);
    await commit(funding(5n * USD, { claim }));
    await expect(commit(funding(5n * USD, { claim }))).rejects.toBeInstanceOf(ClaimedBefore);
  });

  test("the primary key of the claims refuses a second use, which would move money again without it", async () => {
    const claim = claimOf(partnerId);
    const changeSets = [funding(5n * USD, { claim }), funding(5n * USD, { claim })];
    const uses = changeSets.map((changeSet) => {
      const message = toMessage([{ changeSet, requestId: undefined, callerId: undefined }]);
      return `SELECT commit_change_set(${pg.escapeLiteral(message)})`;
    });
    const ids = changeSets.flatMap(({ journals = [] }) => journals.map(({ id }) => `'${id}'`));
    const twice = `DO $$ BEGIN IF (SELECT count(*) FROM ledger.journals WHERE id IN (${ids})) = 2 THEN
      RAISE EXCEPTION 'posted twice' USING ERRCODE = 'XX001'; END IF; END $$`;
    const statements = [...uses, twice];
    expect(await attack({ role: "app", statements })).toBe("through");
    const after = ["ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey"];
    expect(await attack({ role: "app", statements, after })).toBe("XX001");
  });
});

describe("the second of two with one key waits for the first", () => {
  /** A transaction of another process that holds the key. */
  async function holding(claim: Claim) {
    const client = await ownerClient();
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO idempotency_keys (partner_id, endpoint, key, request_hash, resource_id, created_at)
       VALUES ($1, $2, $3, 'theirs', 'wd_theirs', now())`,
      [claim.partnerId, claim.endpoint, claim.key],
    );
    return client;
  }
  const waiting = () =>
    expect
      .poll(() =>
        sql(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%commit_change_set(%' AND datname = current_database()",
        ),
      )
      .toEqual([{ n: 1 }]);

  test("the second commit with a key gets the result of the first after its commit", async () => {
    const claim = claimOf(partnerId);
    const first = await holding(claim);
    const second = commit(funding(5n * USD, { claim }));
    const refusal = expect(second).rejects.toMatchObject({
      row: { request_hash: "theirs", resource_id: "wd_theirs" },
    });
    await waiting();
    await first.query("COMMIT");
    await refusal;
    await first.end();
  });

  test("the second commit with a key is executed after the refusal of the first", async () => {
    const claim = claimOf(partnerId);
    const before = await walletOf(partnerId);
    const first = await holding(claim);
    const second = commit(funding(5n * USD, { claim }));
    await waiting();
    await first.query("ROLLBACK");
    await second;
    expect(await walletOf(partnerId)).toBe(before - 5);
    await first.end();
  });
});

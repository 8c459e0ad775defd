import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, dropTriggers, insert, listedRow } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { type CardWorld, makeCardWorld, makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";

let world: CardWorld;

beforeAll(async () => {
  world = await makeCardWorld();
  await makeWithdrawal(world.partner, "completed");
  const { personId } = await makePerson();
  await sql(
    `INSERT INTO audit_entries (id, person_id, action, target_id, created_at) VALUES ('aud_1', $1, 'a', 'b', now())`,
    [personId],
  );
});
afterAll(endTests);

const NOT_GRANTED = "42501";

/** Tables whose rows never change once written, some of which the service itself may not insert into. */
const WRITTEN_ONCE = {
  "ledger.journals": "source_id = 'txn_other'",
  "ledger.entries": "amount_micro_usd = amount_micro_usd + 1",
  wallet_transactions: "amount_micro_usd = amount_micro_usd + 1",
  deposits: "amount_micro_usd = amount_micro_usd + 1",
  deposit_addresses: "derivation_index = derivation_index + 1000",
  audit_entries: "action = 'nothing'",
} as const;
const TABLES = Object.entries(WRITTEN_ONCE);

describe("append-only tables", () => {
  test.each(TABLES)("%s: refuses UPDATE", async (table, change) => {
    const statements = [`UPDATE ${table} SET ${change}`];
    expect(await attack({ role: "app", statements })).toBe(NOT_GRANTED);
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
    // The values of an audit entry can be erased, and nothing else can be changed.
    const trigger = table === "audit_entries" ? "only_erased" : "append_only";
    const after = dropTriggers(`${table} ${trigger}`);
    if (table !== "ledger.journals")
      expect(await attack({ role: "owner", statements, after })).toBe("through");
  });

  test.each(TABLES)("%s: refuses DELETE and TRUNCATE", async (table) => {
    for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
      expect(await attack({ role: "app", statements: [statement] })).toBe(NOT_GRANTED);
      expect(await attack({ role: "owner", statements: [statement] })).toBe(REFUSED);
    }
  });

  test.each(["users", "cards", "card_transactions", "withdrawals", "ledger.accounts"])(
    "%s: refuses DELETE and TRUNCATE",
    async (table) => {
      for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
        expect(await attack({ role: "app", statements: [statement] })).toBe(NOT_GRANTED);
        expect(await attack({ role: "owner", statements: [statement] })).toBe(REFUSED);
      }
    },
  );

  test("are not truncated through a referenced table", async () => {
    const statements = ["TRUNCATE partners CASCADE"];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
  });
});

describe("the service cannot write the ledger's tables itself", () => {
  test.each([
    ["a journal", "INSERT INTO ledger.journals SELECT * FROM ledger.journals"],
    ["an entry", "INSERT INTO ledger.entries SELECT * FROM ledger.entries"],
    ["an account", "INSERT INTO ledger.accounts SELECT * FROM ledger.accounts"],
    ["a balance", "UPDATE ledger.accounts SET balance_micro_usd = 5"],
    ["a rule", "INSERT INTO ledger.rules VALUES ('gift', 'wallet', 1)"],
    ["a deleted rule", "DELETE FROM ledger.rules"],
    ["a state change", "INSERT INTO state_changes VALUES ('withdrawals', 'completed', 'pending')"],
    ["a total", "UPDATE row_counts SET n = n + 1"],
    ["a sum", "UPDATE wallet_sums SET amount_micro_usd = 0"],
    ["a sum of hours", "UPDATE wallet_hour_sums SET amount_micro_usd = 0"],
    ["a sum of days", "UPDATE wallet_day_sums SET amount_micro_usd = 0"],
    ["a sum of cards", "UPDATE card_sums SET n = 0"],
    ["a sum of the cards of a day", "UPDATE card_day_sums SET n = 0"],
    ["a balance of an address", "UPDATE unswept_balances SET amount_micro_usd = 0"],
    ["a sum of a treasury", "UPDATE treasury_sums SET amount_micro_usd = 0"],
    ["a sum of payouts", "UPDATE payout_sums SET amount_micro_usd = 0"],
    ["a sum of withdrawals", "UPDATE withdrawal_sums SET amount_micro_usd = 0"],
    ["a transfer without a transaction", "DELETE FROM unplaced_transfers"],
    ["a trigger", "DROP TRIGGER append_only ON ledger.entries"],
    ["a disabled trigger", "ALTER TABLE ledger.entries DISABLE TRIGGER USER"],
    ["a lock that blocks all postings", "LOCK TABLE ledger.accounts"],
    [
      "a function",
      "CREATE OR REPLACE FUNCTION ledger.post(j jsonb) RETURNS void LANGUAGE sql AS ''",
    ],
    ["triggers disabled as for replication", "SET session_replication_role = replica"],
    ["the history of migrations", "UPDATE _prisma_migrations SET checksum = 'x'"],
  ])("%s", async (_, statement) => {
    expect(await attack({ role: "app", statements: [statement] })).toBe(NOT_GRANTED);
  });
});

describe("balances and entries are written only together, also by the owner", () => {
  const wallets = () => `ledger.accounts WHERE id = '${world.wallet}'`;
  const change = (set: string) => [
    `UPDATE ledger.accounts SET ${set} WHERE id = '${world.wallet}'`,
  ];
  const posted = dropTriggers("ledger.accounts posted_balances");

  test.each([
    ["a higher balance", "balance_micro_usd = balance_micro_usd + 5"],
    ["a lower balance", "balance_micro_usd = balance_micro_usd - 5"],
    ["another version", "version = version + 1"],
    [
      "an earlier version with its balance",
      "version = 1, balance_micro_usd = (SELECT balance_after_micro_usd FROM ledger.entries WHERE account_id = id AND account_version = 1)",
    ],
    ["no balance", "version = NULL, balance_micro_usd = NULL"],
  ])("a balance without an entry: %s", async (_, set) => {
    expect(await attack({ role: "owner", statements: change(set) })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements: change(set), after: posted })).toBe("through");
  });

  test("a service account gets no balance", async () => {
    const statements = [
      "UPDATE ledger.accounts SET version = 0, balance_micro_usd = 0 WHERE id = 'fees'",
    ];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
  });

  test("a balance below zero is refused, also without the checks of entries", async () => {
    const statements = change("balance_micro_usd = -1");
    expect(await attack({ role: "owner", statements, after: posted })).toBe("23514");
  });

  test.each(["id = 'wallet:x'", "kind = 'card'", "partner_id = 'ptn_x'", "card_id = 'card_x'"])(
    "an account keeps its owner: %s",
    async (set) => {
      expect(await attack({ role: "owner", statements: change(set) })).toBe(REFUSED);
    },
  );

  const journal = (legCount: number) =>
    insert("ledger.journals", {
      id: "jrn_raw",
      type: "kyc_fee",
      source_id: "usr_raw",
      partner_id: world.partnerId,
      leg_count: legCount,
      created_at: "now",
    });
  const columns =
    "(journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)";
  /** A fee of 5 on the wallet. Its balance is wrong by `off`, and its version skips `gap` numbers. */
  const entries = (journalId: string, firstLeg: number, { off = 0, gap = 0 } = {}) =>
    `INSERT INTO ledger.entries ${columns}
     SELECT '${journalId}', ${firstLeg}, id, -5, version + 1 + ${gap}, balance_micro_usd - 5 + ${off}, now() FROM ${wallets()}
     UNION ALL SELECT '${journalId}', ${firstLeg + 1}, 'fees', 5, NULL, NULL, now()`;
  const moved = ({ off = 0, gap = 0 } = {}) =>
    `UPDATE ledger.accounts SET version = version + 1 + ${gap}, balance_micro_usd = balance_micro_usd - 5 + ${off}
     WHERE id = '${world.wallet}'`;
  /** One statement, because the rules check its end state. */
  const together = (insertion: string, ...beside: string[]) =>
    `WITH ${beside.map((statement, index) => `beside${index} AS (${statement})`).join(", ")} ${insertion}`;
  const allowed = dropTriggers("ledger.entries allowed_entries");
  const unlisted = dropTriggers("ledger.entries listed");
  /** The wallet transaction of this journal. */
  const listed = () => listedRow({ journalId: "jrn_raw", partnerId: world.partnerId, amount: -5 });

  test("a journal without entries", async () => {
    const statements = [journal(2)];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
    const after = dropTriggers("ledger.journals whole_journals");
    expect(await attack({ role: "owner", statements, after })).toBe("through");
  });

  test("a journal with a missing or extra leg", async () => {
    const fewer = [together(entries("jrn_raw", 1), journal(3), moved()), listed()];
    expect(await attack({ role: "owner", statements: fewer })).toBe(REFUSED);
    const after = dropTriggers("ledger.journals whole_journals");
    expect(await attack({ role: "owner", statements: fewer, after })).toBe("through");
    const more = [together(entries("jrn_raw", 2), journal(2), moved())];
    expect(await attack({ role: "owner", statements: more })).toBe(REFUSED);
  });

  test("a journal whose entries are inserted by another statement", async () => {
    const statements = [journal(2), together(entries("jrn_raw", 1), moved())];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
  });

  test("legs that are added to an existing journal", async () => {
    const [standing] = await sql("SELECT id FROM ledger.journals WHERE type = 'card_creation_fee'");
    const statements = [together(entries(standing.id, 3), moved())];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
    // The type of the existing journal allows these legs; its leg count and its row of the list refuse them.
    expect(await attack({ role: "owner", statements, after: allowed })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements, after: [...allowed, ...unlisted] })).toBe(
      "through",
    );
  });

  test("a leg that replaces an existing one", async () => {
    const [standing] = await sql("SELECT id FROM ledger.journals WHERE type = 'card_creation_fee'");
    const statements = [together(entries(standing.id, 1), moved())];
    expect(await attack({ role: "owner", statements })).toBe("23505");
  });

  test("entries of no journal, and of no account", async () => {
    const noJournal = [together(entries("jrn_nobody", 1), moved())];
    expect(await attack({ role: "owner", statements: noJournal })).toBe(REFUSED);
    const nobody = entries("jrn_raw", 1).replace("'fees'", "'fees2'");
    const noAccount = [together(nobody, journal(2), moved())];
    expect(await attack({ role: "owner", statements: noAccount })).toBe(REFUSED);
  });

  test("entries whose account balance did not change", async () => {
    const statements = [together(entries("jrn_raw", 1), journal(2)), listed()];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements, after: allowed })).toBe("through");
  });

  test.each([
    ["a balance that does not match the amount", { off: 3 }],
    ["a version too high", { gap: 1 }],
  ])("both, with %s", async (_, wrong) => {
    const statements = [together(entries("jrn_raw", 1, wrong), journal(2), moved(wrong)), listed()];
    expect(await attack({ role: "owner", statements })).toBe(REFUSED);
    expect(await attack({ role: "owner", statements, after: allowed })).toBe("through");
  });

  test("a correct journal is accepted", async () => {
    const statements = [together(entries("jrn_raw", 1), journal(2), moved()), listed()];
    expect(await attack({ role: "owner", statements })).toBe("through");
  });
});

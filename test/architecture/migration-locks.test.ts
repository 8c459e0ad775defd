import { describe, expect, test } from "vitest";
import { migrationScripts, slowLocks } from "./migration-locks";

/** Migrations from before the rule. Applied migrations are not changed: docs/decisions/0117-locks-of-migrations.md */
const BEFORE_THE_RULE: readonly string[] = [
  ...["0125_card_issuers", "0129_network_transactions", "0131_card_postings_check"],
  ...["0140_disputes", "0145_dispute_events", "0165_sandbox_clock", "0170_card_sums"],
  ...["0175_merchant_search", "0180_queue_search", "0205_declines_by_reason"],
  ...["0220_lists_of_payments", "0260_payout_policies", "0280_cardholder_data"],
  "0291_signed_approvals",
];

describe("locks of migrations (docs/decisions/0117-locks-of-migrations.md)", () => {
  test("no migration works through a table that grows while it locks it", () => {
    const slow = migrationScripts().map(([name, script]) => [name, slowLocks(script)] as const);
    const found = slow.filter(([, locks]) => locks.length > 0);
    expect(found.filter(([name]) => !BEFORE_THE_RULE.includes(name))).toEqual([]);
    expect(BEFORE_THE_RULE.filter((name) => !found.some(([each]) => each === name))).toEqual([]);
  });

  test.each([
    ["CREATE INDEX cards_x ON cards(x);", ["cards: CREATE INDEX CONCURRENTLY"]],
    ["CREATE UNIQUE INDEX ON public.users (email);", ["users: CREATE INDEX CONCURRENTLY"]],
    ["CREATE INDEX CONCURRENTLY cards_x ON cards(x);", []],
    ["CREATE INDEX partners_x ON partners(x);", []],
    ["CREATE TABLE sweeps (id text); CREATE INDEX ON sweeps(id);", []],
    ["ALTER TABLE users ADD CONSTRAINT u CHECK (a IN (1, 2));", ["users: NOT VALID"]],
    ["ALTER TABLE users ADD CONSTRAINT u CHECK (a IN (1, 2)) NOT VALID;", []],
    [
      "ALTER TABLE users ADD COLUMN a int, ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b(c);",
      ["users: NOT VALID"],
    ],
    [
      "ALTER TABLE users ADD CONSTRAINT u CHECK (a > 0) NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT u;",
      ["users: VALIDATE CONSTRAINT in a migration after it"],
    ],
    ["ALTER TABLE users VALIDATE CONSTRAINT u;", []],
    ["ALTER TABLE cards ADD PRIMARY KEY (id);", ["cards: USING INDEX"]],
    ["ALTER TABLE cards ADD CONSTRAINT k UNIQUE USING INDEX cards_k;", []],
    [
      "ALTER TABLE ledger.entries ALTER COLUMN leg SET NOT NULL;",
      ["ledger.entries: a validated CHECK first"],
    ],
    ["ALTER TABLE cards ALTER version TYPE bigint;", ["cards: a new column"]],
    [
      "ALTER TABLE cards ADD COLUMN at timestamptz DEFAULT now(), ADD b int NOT NULL DEFAULT 0;",
      [],
    ],
    [
      "ALTER TABLE cards ADD COLUMN u uuid DEFAULT gen_random_uuid();",
      ["cards: a constant default"],
    ],
    ["UPDATE withdrawals SET version = 1;", ["withdrawals: a background job"]],
    ["DELETE FROM withdrawals WHERE id = 'x';", []],
    ["LOCK TABLE cards;", ["cards: something that locks no table"]],
    ["-- CREATE INDEX a ON cards(x);\nCOMMENT ON TABLE cards IS 'LOCK TABLE cards; it''s';", []],
    ["CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE cards SET version = 1; $$;", []],
  ])("self-test: %s", (script, expected) => {
    expect(slowLocks(script)).toEqual(expected);
  });
});

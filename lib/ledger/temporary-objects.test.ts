import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, ownerClient } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { type CardWorld, makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, sql } from "@/test/fixtures/make";

let world: CardWorld;

beforeAll(async () => {
  world = await makeCardWorld();
});
afterAll(endTests);

/** Threat 58: the application's login may make temporary objects. */
describe("a temporary table cannot replace a real one", () => {
  const shadow = [
    "CREATE TEMPORARY TABLE state_changes (entity text, from_status text, to_status text)",
    "INSERT INTO pg_temp.state_changes VALUES ('cards', 'active', 'frozen'), ('cards', 'frozen', 'frozen2')",
    "INSERT INTO pg_temp.state_changes VALUES ('card_transactions', 'settled', 'authorized')",
  ];

  test("state_changes", async () => {
    const illegal = `UPDATE card_transactions SET status = 'declined', declined_reason = 'a' WHERE id = '${world.reversed}'`;
    const also =
      "INSERT INTO pg_temp.state_changes VALUES ('card_transactions', 'reversed', 'declined')";
    const statements = [...shadow, also, illegal];
    expect(await attack({ role: "app", statements })).toBe(REFUSED);
    const after = ["ALTER FUNCTION check_state_change() SET search_path = public"];
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  const WITHOUT_PATH = `SELECT p.oid::regprocedure::text AS name, p.proconfig
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      LEFT JOIN LATERAL (SELECT s AS path FROM unnest(p.proconfig) s WHERE s LIKE 'search_path=%') c ON true
    WHERE n.nspname IN ('public', 'ledger') AND (c.path NOT LIKE '%, pg_temp' OR (c.path IS NULL
      AND (p.prosecdef OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgfoid = p.oid AND t.tgdeferrable))))`;

  test("every function with a search path has pg_temp last, and each with the owner's rights and each of a deferred trigger has one", async () => {
    expect(await sql(WITHOUT_PATH)).toEqual([]);
  });

  test("self-test: finds the function of a deferred trigger without a search path", async () => {
    const owner = await ownerClient();
    try {
      await owner.query("BEGIN; ALTER FUNCTION check_hold() SECURITY INVOKER RESET search_path");
      const { rows } = await owner.query(WITHOUT_PATH);
      expect(rows.map(({ name }) => name)).toEqual(["check_hold()"]);
    } finally {
      await owner.end();
    }
  });
});

/** Calls of functions with the owner's rights, and of functions that these call. */
const calls = () => {
  const legs = [
    { account: world.wallet, amount: "-5" },
    { account: "fees", amount: "5" },
  ];
  const fee = { id: "jrn_shadow", type: "kyc_fee", sourceId: "usr_shadow", legs };
  const journals = JSON.stringify([{ ...fee, partnerId: world.partnerId }]);
  return [
    `SELECT ledger.post('${journals}')`,
    "SELECT ledger.close_hours()",
    "SELECT ledger.close_wallet_hours()",
    "SELECT ledger.close_days()",
    "SELECT ledger.seal_day('1999-12-31', '{}', '[]')",
    "SELECT ledger.open('[]')",
    `SELECT ledger.lock('{${world.wallet}}')`,
    "SELECT server_activity()",
    "SELECT sum_wallets('txn_0')",
    "SELECT sum_cards('2000-01-01')",
  ];
};

/** A login of the application that has not used the functions yet: each session looks up the names in them once. */
async function asNewLogin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE partner_wallet_app");
    await work(client);
  } finally {
    await client.end();
  }
}

describe("a temporary type cannot replace one of PostgreSQL", () => {
  test("no function with the owner's rights runs the check of a domain that the application made", async () => {
    await asNewLogin(async (client) => {
      await client.query(
        `CREATE FUNCTION pg_temp.note() RETURNS boolean LANGUAGE plpgsql AS
         $$ BEGIN PERFORM set_config('attack.ran_as', current_user, true); RETURN true; END $$`,
      );
      for (const type of ["date", "timestamptz", "jsonb", "text"])
        await client.query(
          `CREATE DOMAIN pg_temp.${type} AS pg_catalog.${type} CHECK (pg_temp.note())`,
        );
      for (const call of calls()) {
        await client.query(call);
        const { rows } = await client.query(
          "SELECT nullif(current_setting('attack.ran_as', true), '') AS login",
        );
        expect([call, rows[0].login]).toEqual([call, null]);
      }
    });
  });
});

describe("a temporary table cannot have a trigger with the owner's rights", () => {
  const counted = [
    "CREATE TEMPORARY TABLE webhook_attempts (partner_id text)",
    `CREATE TRIGGER count_inserted AFTER INSERT ON pg_temp.webhook_attempts REFERENCING NEW TABLE AS new_rows
     FOR EACH STATEMENT EXECUTE FUNCTION count_inserted()`,
    "INSERT INTO pg_temp.webhook_attempts SELECT 'ptn_x' FROM generate_series(1, 1000)",
  ];

  test("count_inserted", async () => {
    expect(await attack({ role: "app", statements: counted })).toBe("42501");
    const after = ["GRANT EXECUTE ON FUNCTION count_inserted() TO PUBLIC"];
    expect(await attack({ role: "app", statements: counted, after })).toBe("through");
  });

  test("nobody but the owner may execute a function with the owner's rights unless it is granted", async () => {
    const rows = await sql(
      `SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname IN ('public', 'ledger') AND p.prosecdef AND has_function_privilege('public', p.oid, 'EXECUTE')`,
    );
    expect(rows).toEqual([]);
  });
});

import pg from "pg";
import { expect, test } from "vitest";
import "../../test/database/index.ts";
import { ownerUrl } from "../../test/database/owner-url.ts";
import { describeDatabase, differences } from "./describe-database.ts";
import { type CurrentSql, readCurrentSql } from "./read-current-sql.ts";
import { sqlDifferences } from "./sql-differences.ts";
import { sqlMigration } from "./sql-migration.ts";

const EDIT = "Write the migration of your change: npm run sql:migration -- name_of_the_change";

/** Runs `work` with the owner's login in a migrated database. */
async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const compare = (current: CurrentSql) => asOwner((client) => sqlDifferences(client, current));
const namesOf = ({ functions }: Awaited<ReturnType<typeof compare>>) =>
  functions.map(({ name }) => name);

test("the migrations produce the functions and rule tables of prisma/sql", async () => {
  const found = await compare(await readCurrentSql());
  expect(found, EDIT).toEqual({ functions: [], withoutFile: [], tables: [] });
});

test("each file documents the guarantee of its function and defines only the function of its name", async () => {
  const { functions } = await readCurrentSql();
  expect(functions.length).toBeGreaterThan(90);
  for (const { name, text } of functions) {
    expect([name, text]).toEqual([name, expect.stringMatching(/^-- [A-Z]/)]);
    const created = text.match(/^CREATE OR REPLACE FUNCTION [\w.]+/gm);
    expect(created).toEqual([`CREATE OR REPLACE FUNCTION ${name}`]);
  }
  const rows = await asOwner((client) =>
    client.query(`SELECT n.nspname || '.' || p.proname AS name FROM pg_proc p
      JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname IN ('ledger', 'public')`),
  );
  expect(rows.rows.map(({ name }) => name).sort()).toEqual(
    functions.map(({ name }) => name).sort(),
  );
});

test("finds a changed function and a changed row", async () => {
  const current = await readCurrentSql();
  const edited = (name: string, edit: (text: string) => string): CurrentSql => ({
    ...current,
    functions: current.functions.map((file) =>
      file.name === name ? { name, text: edit(file.text) } : file,
    ),
  });
  const body = edited("public.may_approve", (text) => text.replace("'approver'", "'auditor'"));
  expect(namesOf(await compare(body))).toEqual(["public.may_approve"]);
  const setting = edited("public.check_release", (text) => text.replace("SECURITY DEFINER", ""));
  expect(namesOf(await compare(setting))).toEqual(["public.check_release"]);
  const header = edited("public.may_approve", (text) => `-- Another comment.\n${text}`);
  expect(namesOf(await compare(header))).toEqual([]);

  const [first, ...others] = current.functions;
  const missing = await compare({ ...current, functions: others });
  expect(missing.withoutFile).toEqual([expect.stringMatching(`^${first?.name}\\(`)]);

  const [table, ...tables] = current.tables;
  if (table === undefined) throw new Error("there is no rule table");
  const [removed = [], ...rows] = table.rows;
  const added = ["a_kind", "wallet", "1"];
  const changed = { ...table, rows: [...rows, added] };
  expect((await compare({ ...current, tables: [changed, ...tables] })).tables).toEqual([
    { name: table.name, columns: table.columns, added: [added], removed: [removed] },
  ]);
});

test("sqlMigration removes all differences: new, changed, moved and removed functions, and rows", async () => {
  const current = await readCurrentSql();
  const replaced: Record<string, string | undefined> = {
    "public.may_approve": "RETURN p.role = 'approver'",
    // These get another argument and another result type, or are removed.
    "public.two_administrators_needed": undefined,
    "public.operator_posting_lock": undefined,
    "public.list_moved_keys": undefined,
  };
  const later: CurrentSql = {
    functions: [
      ...current.functions
        .filter(({ name }) => !(name in replaced) || replaced[name] !== undefined)
        .map(({ name, text }) => ({
          name,
          text: replaced[name] === undefined ? text : text.replace(/RETURN [^;]*/, replaced[name]),
        })),
      // This function calls one that comes later in alphabetical order.
      {
        name: "public.a_new_one",
        text: "CREATE OR REPLACE FUNCTION public.a_new_one() RETURNS integer LANGUAGE sql RETURN b_new_one();",
      },
      {
        name: "public.b_new_one",
        text: "CREATE OR REPLACE FUNCTION public.b_new_one() RETURNS integer LANGUAGE sql RETURN 1;",
      },
      {
        name: "public.two_administrators_needed",
        text: "CREATE OR REPLACE FUNCTION public.two_administrators_needed(since timestamptz) RETURNS boolean LANGUAGE sql RETURN true;",
      },
      {
        name: "public.operator_posting_lock",
        text: "CREATE OR REPLACE FUNCTION public.operator_posting_lock() RETURNS bigint LANGUAGE sql RETURN 53;",
      },
    ],
    tables: current.tables.map((table) =>
      table.name === "public.operator_posting_kinds"
        ? { ...table, rows: [...table.rows.slice(1), ["a_kind", "4"]] }
        : table,
    ),
  };
  const script = sqlMigration(await compare(later)) ?? "";
  expect(script).toContain("DROP FUNCTION public.list_moved_keys(");
  await asOwner(async (client) => {
    await client.query(script);
    expect(await sqlDifferences(client, later)).toEqual({
      functions: [],
      withoutFile: [],
      tables: [],
    });
    // Restores the current functions for the following tests.
    await client.query(sqlMigration(await sqlDifferences(client, current)) ?? "");
    expect(sqlMigration(await sqlDifferences(client, current))).toBeUndefined();
  });
});

test("describeDatabase covers every kind of object that migrations create", async () => {
  await asOwner(async (client) => {
    await client.query("SET search_path = public");
    const before = await describeDatabase(client);
    expect(differences(before, await describeDatabase(client))).toEqual([]);
    const changes: [statement: string, name: string][] = [
      ["ALTER TABLE public.cards ALTER version SET DEFAULT 1", "column public.cards.version"],
      [
        "ALTER TABLE public.cards DROP CONSTRAINT cards_status",
        "constraint public.cards cards_status",
      ],
      [
        "DROP INDEX public.cards_partner_id_last4_id_idx",
        "index public.cards_partner_id_last4_id_idx",
      ],
      ["DROP TRIGGER legal_state ON public.cards", "trigger public.cards legal_state"],
      ["ALTER FUNCTION public.may_approve VOLATILE", "function may_approve(people)"],
      ["REVOKE INSERT ON public.cards FROM partner_wallet_app", "rights on relation public.cards"],
      ["ALTER SEQUENCE public.deposit_index CYCLE", "sequence public.deposit_index"],
      ["COMMENT ON TABLE public.cards IS 'a comment'", "comment on table cards"],
      ["INSERT INTO ledger.rules VALUES ('x', 'y', 1)", "rows of ledger.rules"],
    ];
    for (const [statement, name] of changes) {
      await client.query("BEGIN");
      await client.query(statement);
      const found = differences(before, await describeDatabase(client));
      const plain = (each: string) => each.replaceAll("public.", "");
      expect(found.map((each) => plain(each.name))).toContain(plain(name));
      await client.query("ROLLBACK");
    }
  });
});

import { describe, expect, test } from "vitest";
import { makeEmptyDatabase, makeOtherDatabase, queryOnce } from "@/test/database/empty-database";
import { migrateDatabase } from "./index.ts";
import { requireVersion } from "./require-version.ts";

const server = (version: string) =>
  ({
    query: async () => {
      const [major = "0"] = version.split(".");
      return { rows: [{ number: Number(major) * 10_000 + 13, name: version }] };
    },
  }) as unknown as Parameters<typeof requireVersion>[0];

test("refuses an older PostgreSQL with its version, and accepts the oldest supported one", async () => {
  await expect(requireVersion(server("15.13"))).rejects.toThrow(
    "The database is PostgreSQL 15.13, and the service needs 16 or newer.",
  );
  await requireVersion(server("16.0"));
});

test("refuses an empty database whose encoding is not UTF8, and says how to make one", async () => {
  const databaseUrl = await makeEmptyDatabase("TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'");
  await expect(migrateDatabase({ databaseUrl })).rejects.toThrow(
    /^The database has the encoding SQL_ASCII, .* TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'\.$/,
  );
});

const withLocale = (locale: string) =>
  makeEmptyDatabase(
    `TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE '${locale}' LOCALE 'C'`,
  );

test.each(["cs-CZ", "da-DK", "et-EE"])(
  "refuses an empty database whose locale %s does not sort ids by their time",
  async (locale) => {
    const databaseUrl = await withLocale(locale);
    await expect(migrateDatabase({ databaseUrl })).rejects.toThrow(
      `The database has the locale ${locale}, which does not sort ids by their time.`,
    );
  },
);

test("accepts a database of another locale that sorts ids by their time", async () => {
  const databaseUrl = await withLocale("en-US");
  const { applied } = await migrateDatabase({ databaseUrl });
  expect(applied.length).toBeGreaterThan(0);
});

test("accepts a database with the earlier text of a migration that newer PostgreSQL refuses, and with no other text", async () => {
  const databaseUrl = await makeOtherDatabase();
  const applied = (checksum: string) =>
    queryOnce(
      databaseUrl,
      `UPDATE _prisma_migrations SET checksum = '${checksum}' WHERE migration_name = '0240_mail'`,
    );
  await applied("d798c1fed20cc1d6f724750fd91f45aafa3b11824200846639a58c05603fcf7d");
  expect(await migrateDatabase({ databaseUrl })).toMatchObject({ applied: [] });
  await applied("0".repeat(64));
  await expect(migrateDatabase({ databaseUrl })).rejects.toThrow("Migration 0240_mail was changed");
});

describe("the rights of the application's role", () => {
  test("are granted by the migrations; a second run changes nothing", async () => {
    const databaseUrl = await makeEmptyDatabase();
    expect(await migrateDatabase({ databaseUrl })).toMatchObject({ corrected: [] });
    expect(await migrateDatabase({ databaseUrl })).toEqual({
      applied: [],
      isRoleNew: false,
      corrected: [],
      hasReader: true,
    });
  });

  test.each([
    ["REVOKE INSERT ON cards FROM partner_wallet_app", "GRANT INSERT ON TABLE public.cards"],
    ["GRANT DELETE ON audit_entries TO partner_wallet_app", "REVOKE DELETE ON TABLE public.audit_"],
    [
      "GRANT UPDATE (leg) ON ledger.entries TO partner_wallet_app",
      "REVOKE UPDATE (leg) ON TABLE ledger.entries",
    ],
    ["GRANT INSERT ON ledger.journals TO PUBLIC", "REVOKE INSERT ON TABLE ledger.journals"],
    ["GRANT EXECUTE ON FUNCTION ledger.post TO PUBLIC", "REVOKE EXECUTE ON FUNCTION ledger.post"],
    ["REVOKE USAGE ON SCHEMA ledger FROM partner_wallet_app", "GRANT USAGE ON SCHEMA ledger"],
    [
      "REVOKE USAGE ON SEQUENCE deposit_index FROM partner_wallet_app",
      "GRANT USAGE ON SEQUENCE public.deposit_index",
    ],
  ])("are corrected by the next run after %s", async (statement, correction) => {
    const databaseUrl = await makeOtherDatabase();
    await queryOnce(databaseUrl, statement);
    const { corrected } = await migrateDatabase({ databaseUrl });
    expect(corrected).toEqual([expect.stringContaining(correction)]);
    expect(await migrateDatabase({ databaseUrl })).toMatchObject({ corrected: [] });
  });
});

import { afterAll, expect, test } from "vitest";
import { CLOSED_TO_PUBLIC } from "@/prisma/schema-engine/app-rights";
import { rightsToChange } from "@/prisma/schema-engine/ensure-app-role";
import { ownerClient } from "@/test/database/attack";
import { endTests } from "@/test/fixtures/make";
import "@/test/database";

afterAll(endTests);

test("prisma/schema-engine/app-rights.ts lists exactly the grants of the migrations", async () => {
  const client = await ownerClient();
  await client.query("BEGIN");
  expect(await rightsToChange(client)).toEqual([]);
  await client.end();
});

test("app-rights.ts lists every function that a migration revokes from PUBLIC", async () => {
  const client = await ownerClient();
  await client.query("SET search_path = pg_catalog");
  const { rows } = await client.query<{ right: string }>(
    `SELECT 'EXECUTE ON FUNCTION ' || p.oid::regprocedure AS "right"
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE nspname IN ('ledger', 'public') AND proacl IS NOT NULL
       AND NOT EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = 0)`,
  );
  await client.end();
  expect(rows.map(({ right }) => right).sort()).toEqual([...CLOSED_TO_PUBLIC].sort());
});

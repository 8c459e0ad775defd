import "@/test/database";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireConnectionSettings } from "@/bin/database/require-connection.ts";
import { forgetEnv } from "@/lib/kernel/env";
import { audit } from "@/lib/ledger";
import { answerReady } from "@/lib/operations/health/health-routes";
import { ownerUrl } from "@/test/database/owner-url";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { disconnect, prisma, query } from "./index";

const direct = process.env.DATABASE_URL ?? "";
// The role belongs to the whole cluster: the tests of other files log in with this password at the same time.
const { password } = new URL(direct);

/** The SQL that docs/pooler.md prescribes for operation behind PgBouncer. */
const [, documented = ""] =
  /```sql\n(.*?)```/s.exec(
    readFileSync(join(import.meta.dirname, "../../docs/pooler.md"), "utf8"),
  ) ?? [];

/** Simulates a pooler, which drops the options of a connection: an empty parameter replaces ours. */
function pooled(user: string, secret: string): string {
  const url = new URL(direct);
  url.username = user;
  url.password = secret;
  url.searchParams.set("options", "");
  return url.href;
}

async function connectBy(databaseUrl: string): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = databaseUrl;
  forgetEnv();
}

beforeAll(async () => {
  await sql(documented.replace("a password of its own", password));
});
afterAll(async () => {
  await sql("ALTER ROLE partner_wallet_app RESET ALL");
  await endTests();
});

test("through a pooler with the documented role the service is ready and moves money", async () => {
  await connectBy(pooled("partner_wallet_app", password));
  expect((await answerReady()).status).toBe(200);
  await requireConnectionSettings(process.env.DATABASE_URL ?? "");
  const partner = await makePartner();
  const serviceCardId = await makeCard(partner, { amountUsd: 50 });
  const client = clientOf(partner);
  expect((await client.fund({ serviceCardId, amount: 5 })).status).toBe(200);
  expect((await client.terminate(serviceCardId)).status).toBe(200);
  expect((await userClientOf(partner).create()).status).toBe(201);
  expect(await walletOf(partner.partnerId)).toBe(10_000 - 1 - 2);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  expect((await audit()).flatMap(({ brokenRows }) => brokenRows)).toEqual([]);
});

test("the documented role cannot change append-only tables, also not with Prisma", async () => {
  await connectBy(pooled("partner_wallet_app", password));
  const denied = /permission denied/;
  await expect(query("edit_entries", "UPDATE ledger.entries SET leg = leg", [])).rejects.toThrow(
    denied,
  );
  await expect((await prisma()).$executeRaw`DELETE FROM audit_entries`).rejects.toThrow(denied);
});

test("through a pooler with the owner's role the service neither starts nor becomes ready", async () => {
  const { username, password: secret } = new URL(ownerUrl());
  const asOwner = pooled(username, secret);
  await connectBy(asOwner);
  expect((await answerReady()).status).toBe(503);
  const fault = await requireConnectionSettings(asOwner).catch((error: unknown) => error);
  expect(fault).toMatchObject({ kind: "database", exitCode: 17 });
  expect(String(fault)).toMatch(/role \(wanted: partner_wallet_app\), statement_timeout/);
  expect(String(fault)).not.toContain(secret);
});

test("an unreachable database is named at the start, without its password", async () => {
  const away = new URL(direct);
  away.port = "1";
  away.searchParams.delete("host");
  const fault = await requireConnectionSettings(away.href).catch((error: unknown) => error);
  expect(String(fault)).toMatch(/The database at \S+:1 does not answer/);
  expect(String(fault)).not.toContain(away.password);
});

test("self-test: the documentation has the commands", () => {
  expect(documented.match(/^ALTER ROLE partner_wallet_app /gm)).toHaveLength(10);
});

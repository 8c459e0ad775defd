import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { now } from "@/lib/kernel/clock";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import { audit } from "@/lib/ledger/audit";
import { createPartner } from "@/lib/partners/create-partner";
import { describeDatabase, differences } from "@/prisma/schema-engine/describe-database";
import { attack, ownerClient } from "@/test/database/attack";
import { ownerUrl } from "@/test/database/owner-url";
import { deposit, endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { makePerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { beginSimulatedTime, endSimulatedTime } from "./simulated-time";

afterAll(endTests);

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await ownerClient();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const at = new Date("2026-08-25T09:30:00.000Z");
const later = new Date("2026-09-01T18:00:00.000Z");

test("the application's role can neither begin nor end simulated time", async () => {
  const refused = (statement: string) => attack({ role: "app", statements: [statement] });
  expect(await refused("CREATE SCHEMA simulated_time")).toBe("42501");
  await beginSimulatedTime(ownerUrl());
  expect(await refused("DROP SCHEMA simulated_time CASCADE")).toBe("42501");
  expect(await refused("DROP TRIGGER simulated_time ON ledger.journals")).toBe("42501");
  await endSimulatedTime(ownerUrl());
});

test("after the end the database is as its migrations made it", async () => {
  const before = await asOwner(describeDatabase);
  await beginSimulatedTime(ownerUrl());
  const during = await asOwner(describeDatabase);
  await endSimulatedTime(ownerUrl());
  await endSimulatedTime(ownerUrl());
  expect(differences(before, during).length).toBeGreaterThan(4);
  // Another hour may have ended meanwhile.
  const left = differences(before, await asOwner(describeDatabase));
  expect(left.filter(({ name }) => !name.includes("ledger.hours_end"))).toEqual([]);
});

test("a database of production is refused", async () => {
  await asOwner((owner) =>
    owner.query("INSERT INTO service_environment (environment) VALUES ('production')"),
  );
  await expect(beginSimulatedTime(ownerUrl())).rejects.toThrow(/staging/);
  await asOwner((owner) => owner.query("TRUNCATE service_environment"));
});

test("the ledger dates journals by simulated times until the end", async () => {
  // An administrator, who gets no e-mail about the history.
  await makePerson();
  await beginSimulatedTime(ownerUrl());
  const partner = await atSimulatedTime(at, () => makePartner({ balanceUsd: 1_000 }));
  const cardId = await atSimulatedTime(at, () => makeCard(partner, { amountUsd: 100 }));
  await atSimulatedTime(later, () => clientOf(partner).authorize(cardId, { amount: 25 }));
  await atSimulatedTime(later, () =>
    applyNetworkNotification(new NetworkStory(cardId).says(says.capture(200, true))),
  );
  await endSimulatedTime(ownerUrl());
  const range = "min(created_at) AS first, max(created_at) AS last";
  for (const table of ["ledger.journals", "ledger.entries"]) {
    const [{ first, last }] = await sql(`SELECT ${range} FROM ${table}`);
    expect(first - at.getTime()).toBeLessThan(1_000);
    expect(last - later.getTime()).toBeLessThan(1_000);
  }
  const [{ opened_at: opened }] = await sql("SELECT opened_at FROM alerts WHERE subject = $1", [
    cardId,
  ]);
  expect(opened - later.getTime()).toBeLessThan(1_000);
  const [{ accounts }] = await sql(
    "SELECT count(*)::int AS accounts FROM ledger.accounts WHERE partner_id = $1 AND created_at BETWEEN $2 AND $2::timestamptz + interval '1 second'",
    [partner.partnerId, at],
  );
  expect(accounts).toBeGreaterThanOrEqual(3);
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);

  expect(await sql("SELECT kind FROM mail_outbox")).toEqual([]);

  const hours = await sql(
    "SELECT line FROM ledger.hours WHERE ended_at < now() - interval '1 day'",
  );
  expect(hours.length).toBeGreaterThan(4);

  await deposit(partner.partnerId, partner.walletAddress, 5);
  const [{ last }] = await sql("SELECT max(created_at) AS last FROM ledger.journals");
  expect(Math.abs(last - Date.now())).toBeLessThan(60_000);
});

test("a database with a partner is refused", async () => {
  await createPartner({ name: "A partner", at: now() });
  await expect(beginSimulatedTime(ownerUrl())).rejects.toThrow(/empty database/);
});

import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getAccount } from "@/app/api/account/route";
import { backUp, forgetProcess, restoreBackup } from "@/test/database/copy";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { noteRestored } from "../restored/restore-mode";
import { beginRestore } from "./begin-restore";
import { endRestore } from "./end-restore";
import { findEndOfCopy } from "./store";

beforeEach(async () => {
  await sql("UPDATE restores SET ended_at = now(), ended_by = 'a test' WHERE ended_at IS NULL");
});
afterAll(endTests);

const isSignedIn = async (browser: Awaited<ReturnType<typeof signedIn>>) =>
  (await browser.call(getAccount)).status === 200;

describe("an administrator who declares a restore", () => {
  test("ends the sessions of partners' people and of operators, which is audited with their number", async () => {
    const { partnerId } = await makePartner();
    const admin = await makePerson();
    const browsers = [await signedIn(admin), await signedIn(await makePerson({ partnerId }))];
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([true, true]);
    const { restore, endedSessions } = await beginRestore(admin.personId);
    expect(endedSessions).toBe(2);
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false]);
    const entries = await sql(
      "SELECT action, target_id, after FROM audit_entries WHERE person_id = $1 AND target_id = $2 ORDER BY id",
      [admin.personId, restore.id],
    );
    const madeBy = "npm run restore-mode";
    expect(entries).toEqual([
      { action: "restore_mode.on", target_id: restore.id, after: { madeBy } },
      {
        action: "restore_mode.end_sessions",
        target_id: restore.id,
        after: { madeBy, ended: 2 },
      },
    ]);
    expect(await isSignedIn(await signedIn(admin))).toBe(true);
  });

  test("ends them too where the service has begun restore mode by itself", async () => {
    const admin = await makePerson();
    const browser = await signedIn(admin);
    await noteRestored("The database went back.");
    expect(await isSignedIn(browser)).toBe(true);
    expect(await beginRestore(admin.personId)).toMatchObject({ wasOn: true });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("skips further addresses in a copy of a time in restore mode", async () => {
    const { personId } = await makePerson();
    const first = await beginRestore(personId);
    await backUp();
    const { partnerId } = await makePartner();
    const [lost] = await sql(
      `SELECT derivation_index::int AS "index" FROM deposit_addresses WHERE partner_id = $1`,
      [partnerId],
    );
    await restoreBackup();
    forgetProcess();
    const { restore, wasOn } = await beginRestore(personId);
    expect(wasOn).toBe(true);
    expect(lost.index).toBeGreaterThan(first.restore.depositIndexTo);
    expect(restore.depositIndexFrom).toBeLessThanOrEqual(lost.index);
    expect(restore.depositIndexTo).toBeGreaterThanOrEqual(lost.index);
  });

  test("learns the times of the copy's newest audit entry and journal", async () => {
    const { personId } = await makePerson();
    await makePartner({ balanceUsd: 5 });
    const [newest] = await sql(
      `SELECT (SELECT max(created_at) FROM audit_entries) AS "auditedAt",
         (SELECT date_trunc('milliseconds', max(created_at)) FROM ledger.journals) AS "postedAt"`,
    );
    const { restore } = await beginRestore(personId);
    expect(await findEndOfCopy(restore.startedAt)).toEqual(newest);
  });
});

test("a service that never had a node ends restore mode without one; a service that read a chain does not", async () => {
  const { personId } = await makePerson();
  await beginRestore(personId);
  await sql(
    "INSERT INTO chain_cursors (chain, block_number, block_hash, version) VALUES ('base-sepolia', 7, NULL, 1)",
  );
  const end = () => endRestore(personId, { allowDifference: true });
  expect(await end()).toEqual({
    kind: "refused",
    obstacles: ["No chain has a node: set RPC_URL_…"],
  });
  await sql("DELETE FROM chain_cursors");
  expect(await end()).toEqual({ kind: "ended" });
});

test("where more than four addresses a second were made, RESTORE_ADDRESS_MARGIN indexes are skipped", async () => {
  const { personId } = await makePerson();
  await sql("SELECT setval('deposit_index', 1900000000)");
  const { restore } = await beginRestore(personId);
  expect([restore.depositIndexFrom, restore.depositIndexTo]).toEqual([
    1_900_000_001n,
    1_900_100_000n,
  ]);
  await makePartner();
  const [{ index }] = await sql(
    "SELECT max(derivation_index)::bigint AS index FROM deposit_addresses",
  );
  expect(BigInt(index)).toBe(1_900_100_001n);
});

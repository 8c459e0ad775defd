import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { change } from "@/lib/db";
import { commit } from "@/lib/ledger";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import {
  type AuditedAction,
  currentAuditContext,
  describeAudit,
  runAudited,
} from "./audit-context";
import { newId } from "./ids";

let partner: TestPartner;
let context: AuditedAction;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  context = {
    personId,
    partnerId: partner.partnerId,
    action: "test",
    targetId: partner.partnerId,
    before: null,
    after: { a: 1 },
    ipAddress: null,
    requestId: newId("req"),
    at: new Date(),
  };
});
afterAll(endTests);

const rename = (name: string, isDone?: (rows: object[]) => boolean) =>
  change(
    "test_rename",
    "UPDATE partners SET name = $2 WHERE id = $1 RETURNING id",
    [partner.partnerId, name],
    isDone,
  );
const nameNow = async () =>
  (await sql("SELECT name FROM partners WHERE id = $1", [partner.partnerId]))[0].name;
const entries = () => sql("SELECT * FROM audit_entries WHERE person_id = $1", [context.personId]);

describe("a change outside of commit", () => {
  test("a change without a person is one statement and writes no entry", async () => {
    await rename("by a key");
    expect([await nameNow(), await entries()]).toEqual(["by a key", []]);
  });

  test("a change by a person writes the entry with the details that were known before", async () => {
    await runAudited(context, async () => {
      describeAudit({ targetId: "x", before: { b: 2 } });
      await rename("by a person");
      describeAudit({ targetId: "too late" });
      expect(currentAuditContext()).toBeUndefined();
      await rename("again");
    });
    expect(await entries()).toMatchObject([
      { target_id: "x", before: { b: 2 }, after: { a: 1 }, request_id: context.requestId },
    ]);
    expect(await nameNow()).toBe("again");
  });

  test("a change that changed nothing leaves the entry to the next change", async () => {
    await runAudited(context, async () => {
      await rename("nothing", () => false);
      expect(currentAuditContext()).toEqual({ ...context, isWritten: false });
      await rename("something");
    });
    expect(await entries()).toHaveLength(1);
  });

  test("a change and its entry are written together or not at all", async () => {
    const nobody = { ...context, personId: newId("prs") };
    await expect(runAudited(nobody, () => rename("unaudited"))).rejects.toThrow(
      /audit_entries_person/,
    );
    expect(await nameNow()).toBe("Test partner");
    const broken = () =>
      change("test_broken", "UPDATE partners SET name = NULL WHERE id = $1", [partner.partnerId]);
    await expect(runAudited(context, broken)).rejects.toThrow(/null value/);
    expect(await entries()).toEqual([]);
    // The failed connections are not reused.
    for (let i = 0; i < 20; i++) await rename(`round ${i}`);
    expect(await nameNow()).toBe("round 19");
  });
});

describe("a commit", () => {
  const approve = async (status: string, version: number) => {
    const id = await makeApprovedUser(partner, { status: "pending" });
    await commit({
      partnerId: partner.partnerId,
      update: { users: [{ id, version, set: { status } }] },
    });
    return id;
  };

  test("a commit by a person writes one entry, and none when it is refused", async () => {
    await runAudited(context, async () => {
      await expect(approve("approved", 99)).rejects.toThrow();
      expect(await entries()).toEqual([]);
      await approve("approved", 1);
      await approve("denied", 1);
    });
    expect(await entries()).toHaveLength(1);
  });

  test("is rolled back when its entry cannot be written", async () => {
    const nobody = { ...context, personId: newId("prs") };
    await expect(runAudited(nobody, () => approve("approved", 1))).rejects.toThrow();
    expect(
      await sql("SELECT id FROM users WHERE partner_id = $1 AND status <> 'pending'", [
        partner.partnerId,
      ]),
    ).toEqual([]);
  });
});

test("audit contexts of concurrent requests are not mixed", async () => {
  const actions = Array.from({ length: 20 }, (_, n) => ({ ...context, targetId: `target ${n}` }));
  await Promise.all(actions.map((each) => runAudited(each, () => rename(each.targetId))));
  const targets = (await entries()).map(({ target_id }) => target_id);
  expect(targets.sort()).toEqual(actions.map(({ targetId }) => targetId).sort());
});

import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as release } from "@/app/api/admin/withdrawals/[id]/release/route";
import { GET as review } from "@/app/api/admin/withdrawals/[id]/review/route";
import { GET as one } from "@/app/api/admin/withdrawals/[id]/route";
import { env } from "@/lib/kernel/env";
import { attack } from "@/test/database/attack";
import { giveApproval } from "@/test/fixtures/approvals";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { endScreening, startScreening } from "@/test/fixtures/screenings";
import { ADDRESS, decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, TIMESTAMP } from "@/test/http/expect-answer";

const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const REASON = "The publisher removed the address";
const HIT = "The address is on the sanctions list.";

let partner: TestPartner;
let admin: TestPerson;
let browser: Browser;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  await startScreening([ADDRESS]);
});
afterEach(endScreening);
afterAll(endTests);

const create = async (toAddress = ADDRESS) => {
  const answer = await withdrawalsOf(partner).create({ amount: 20, toAddress });
  expect(answer.json.data).toMatchObject({ status: "pending" });
  expect(JSON.stringify(answer.json)).not.toMatch(/sanction|screen/i);
  return String(answer.json.data.id);
};
const approve = (id: string) => decisionsIn(browser).approve(id, { totp: codeOf(admin) });
const releaseIt = (id: string, by = browser, person = admin) =>
  by.call(release, {
    method: "POST",
    params: { id },
    body: { reason: REASON, totp: codeOf(person) },
  });
const shown = async (id: string) => (await browser.call(one, { params: { id } })).json.data;
const reviewed = async (id: string) =>
  (await browser.call(review, { params: { id } })).json.data.screening;
const rows = (id: string) =>
  sql(
    "SELECT stage, outcome FROM withdrawal_screenings WHERE withdrawal_id = $1 ORDER BY created_at, outcome",
    [id],
  );

describe("a withdrawal to an address on the sanctions list", () => {
  test("is pending like any other, and its hit is recorded for administrators", async () => {
    const id = await create(ADDRESS.toLowerCase());
    expect(await rows(id)).toEqual([{ stage: "request", outcome: "hit" }]);
    expect((await shown(id)).screening).toEqual({ since: TIMESTAMP, reason: HIT });
    expect(await reviewed(id)).toEqual({ outcome: "hit", reason: HIT, listFetchedAt: TIMESTAMP });
  });

  test("is not approved, and can be rejected", async () => {
    const id = await create();
    expectRefusal(await approve(id), 409, "WITHDRAWAL_SCREENED");
    expect((await shown(id)).status).toBe("pending");
    const rejected = await decisionsIn(browser).reject(id, { totp: codeOf(admin) });
    expect(rejected.json.data.status).toBe("rejected");
    expectRefusal(await releaseIt(id), 409, "WITHDRAWAL_NOT_SCREENED");
  });

  test("is approved after an administrator released it, with a reason in the audit log", async () => {
    const id = await create();
    const released = await releaseIt(id);
    expect(released.json.data.screening).toMatchObject({
      released: { at: TIMESTAMP, by: "Test", reason: REASON },
    });
    expectRefusal(await releaseIt(id), 409, "WITHDRAWAL_NOT_SCREENED");
    expect((await approve(id)).json.data.status).toBe("approved");
    const [entry] = await sql(
      "SELECT after FROM audit_entries WHERE target_id = $1 AND action = 'withdrawal.release_screening'",
      [id],
    );
    expect(entry.after).toEqual({ released: true, reason: REASON });
  });

  test("is not approved past the service either", async () => {
    const id = await create();
    // Enough approvals, so that only the screening refuses it.
    await giveApproval(id);
    const statements = [
      `UPDATE withdrawals SET status = 'approved', approved_at = now() WHERE id = '${id}'`,
    ];
    expect(await attack({ role: "app", statements })).toBe("PW001");
  });

  test("stays held when the list no longer has the address", async () => {
    const id = await create();
    await startScreening([OTHER]);
    expectRefusal(await approve(id), 409, "WITHDRAWAL_SCREENED");
  });

  test("is released by admins only", async () => {
    const id = await create();
    const approver = await makePerson({ role: "approver" });
    const refused = await releaseIt(id, await signedIn(approver), approver);
    expectRefusal(refused, 403, "ROLE_NOT_ALLOWED");
  });
});

describe("the screening at the approval", () => {
  test("holds an address that came to the list after the request", async () => {
    const id = await create(OTHER);
    expect(await rows(id)).toEqual([{ stage: "request", outcome: "clear" }]);
    await startScreening([ADDRESS, OTHER]);
    const refused = await approve(id);
    expectRefusal(refused, 409, "WITHDRAWAL_SCREENED");
    expect(refused.json.data.error).toBe(
      `${HIT} Reject the withdrawal, or have an administrator release it.`,
    );
    await releaseIt(id);
    expect(await rows(id)).toEqual([
      { stage: "request", outcome: "clear" },
      { stage: "review", outcome: "hit" },
      { stage: "review", outcome: "released" },
    ]);
    expect((await approve(id)).json.data.status).toBe("approved");
  });

  test("holds every address before the first list", async () => {
    await sql("DELETE FROM sanctions_list");
    const id = await create(OTHER);
    expect(await rows(id)).toEqual([{ stage: "request", outcome: "unavailable" }]);
    const refused = await approve(id);
    expectRefusal(refused, 409, "WITHDRAWAL_SCREENED");
    expect(refused.json.data.error).toBe(
      'No sanctions list was loaded yet. Approve the withdrawal when one is loaded: see the alert "Sanctions list not refreshed".',
    );
    expectRefusal(await releaseIt(id), 409, "WITHDRAWAL_NOT_SCREENED");
    await startScreening([ADDRESS]);
    expect((await approve(id)).json.data.status).toBe("approved");
  });

  test("passes an address that is not listed", async () => {
    const id = await create(OTHER);
    expect(await reviewed(id)).toEqual({ outcome: "clear", listFetchedAt: TIMESTAMP });
    expect((await approve(id)).json.data.status).toBe("approved");
    expectRefusal(await releaseIt(id), 409, "WITHDRAWAL_NOT_SCREENED");
  });

  test("does not take place without the setting", async () => {
    delete env().SANCTIONS_LIST;
    const id = await create();
    expect(await rows(id)).toEqual([]);
    expect(await reviewed(id)).toBeUndefined();
    expect((await approve(id)).json.data.status).toBe("approved");
  });
});

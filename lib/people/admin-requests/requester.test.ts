import "@/test/database";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as reset } from "@/app/api/admin/operators/[id]/second-factor-reset/route";
import { POST as invite } from "@/app/api/admin/operators/invitations/route";
import { PATCH as patch } from "@/app/api/admin/partners/[id]/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { DELETE as cancel } from "@/app/api/admin/requests/[id]/route";
import { GET as list } from "@/app/api/admin/requests/route";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { ownerUrl } from "@/test/database/owner-url";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makeOperator, type TestOperator } from "@/test/fixtures/people";
import { postingsIn } from "@/test/fixtures/postings";
import { expectRefusal } from "@/test/http/expect-answer";
import { ADMIN_REQUEST_HOURS } from "./schema";

/** Threats of decision 0045: one person who acts through a second administrator in good faith. */
let partner: TestPartner;
let ines: TestOperator;
let joseph: TestOperator;
beforeEach(async () => {
  useMailbox();
  [ines, joseph] = [await makeOperator(), await makeOperator()];
  partner = await makePartner({ balanceUsd: 10_000 });
  await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
    partner.partnerId,
  ]);
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const confirmed = (by: TestOperator, id: string) =>
  by.browser.call(confirm, { method: "POST", params: { id }, body: code(by) });
const setAmount = (by: TestOperator, secondApprovalAbove: number | null) =>
  by.browser.call(patch, {
    method: "PATCH",
    params: { id: partner.partnerId },
    body: { secondApprovalAbove, ...code(by) },
  });
const resetRequested = async (by: TestOperator, of: TestOperator) => {
  const params = { id: of.person.personId };
  const answer = await by.browser.call(reset, { method: "POST", params, body: code(by) });
  return answer.json.data.request.requestId as string;
};
/** Lets the delay of an operator who was just let in, or recovered, end at an instant. */
const delayUntil = (who: TestOperator, at: string) =>
  sql(`UPDATE people SET approves_from = ${at} WHERE id = $1`, [who.person.personId]);
const obstacleFor = async (viewer: TestOperator, id: string) => {
  const { requests } = (await viewer.browser.call(list)).json.data;
  return requests.find(({ requestId }: { requestId: string }) => requestId === id)?.obstacle;
};

test.each([3 * HOUR_MS, -3 * HOUR_MS])(
  "a request ends at the same time in all processes, where the one that made it has a clock %i ms ahead",
  async (byMs) => {
    const made = await withClockAhead(byMs, () => setAmount(ines, null));
    const { requestId, expiresAt } = made.json.data.request;
    const inHours = (Date.parse(expiresAt) - Date.now()) / HOUR_MS;
    expect(Math.abs(inHours - ADMIN_REQUEST_HOURS)).toBeLessThan(0.1);
    const id = newId("arq");
    // One that ends soon, and that this process would take for expired.
    await sql(
      `INSERT INTO admin_requests SELECT $2, kind, 'x', details, requested_by, created_at,
         now() + interval '1 hour' FROM admin_requests WHERE id = $1`,
      [requestId, id],
    );
    const params = { id };
    const cancelled = () => ines.browser.call(cancel, { method: "DELETE", params });
    expect((await withClockAhead(byMs, cancelled)).status).toBe(200);
  },
);

describe("a request by somebody whose delay is not over", () => {
  test("is confirmed only after the delay", async () => {
    await delayUntil(ines, "now() + interval '2 hours'");
    const { requestId } = (await setAmount(ines, null)).json.data.request;
    expect(await obstacleFor(joseph, requestId)).toBe("requester_new");
    const refused = await confirmed(joseph, requestId);
    expectRefusal(refused, 409, "SECOND_ADMINISTRATOR_NEEDED");
    expect(refused.json.data.error).toContain("The requester became an administrator too recently");
    // By the clock of the database, whatever the process says that is asked.
    await withClockAhead(3 * HOUR_MS, async () => {
      expect(await obstacleFor(joseph, requestId)).toBe("requester_new");
      expectRefusal(await confirmed(joseph, requestId), 409, "SECOND_ADMINISTRATOR_NEEDED");
    });
    await delayUntil(ines, "now() - interval '1 second'");
    expect(await obstacleFor(joseph, requestId)).toBeUndefined();
    expect((await confirmed(joseph, requestId)).status).toBe(200);
  });

  test("posts nothing as an operator posting", async () => {
    await delayUntil(ines, "now() + interval '2 hours'");
    const { partnerId } = partner;
    const body = { kind: "correction", partnerId, direction: "credit", against: "adjustments" };
    const requested = await postingsIn(ines).request({ ...body, amount: 1_000 });
    const { postingId } = requested.json.data;
    for (const byMs of [0, 3 * HOUR_MS]) {
      const refused = await withClockAhead(byMs, () => postingsIn(joseph).confirm(postingId));
      expectRefusal(refused, 409, "SECOND_ADMINISTRATOR_NEEDED");
    }
    await delayUntil(ines, "now() - interval '1 second'");
    expect((await postingsIn(joseph).confirm(postingId)).json.data.status).toBe("posted");
  });
});

test.each([3 * HOUR_MS, -3 * HOUR_MS])(
  "an operator posting waits for those who are administrators then, where the process that requested it has a clock %i ms ahead",
  async (byMs) => {
    const { partnerId } = partner;
    const body = { kind: "correction", partnerId, direction: "credit", against: "adjustments" };
    const requestedElsewhere = async () => {
      const requesting = () => postingsIn(ines).request({ ...body, amount: 1_000 });
      return (await withClockAhead(byMs, requesting)).json.data;
    };
    const isAdministratorSince = (at: string) =>
      sql(`UPDATE people SET role_since = ${at} WHERE id = $1`, [joseph.person.personId]);
    await isAdministratorSince("now() - interval '1 hour'");
    const { postingId, expiresAt } = await requestedElsewhere();
    const inHours = (Date.parse(expiresAt) - Date.now()) / HOUR_MS;
    expect(Math.abs(inHours - 7 * 24)).toBeLessThan(0.1);
    expect((await postingsIn(joseph).confirm(postingId)).json.data.status).toBe("posted");
    const { postingId: next } = await requestedElsewhere();
    await isAdministratorSince("now()");
    expectRefusal(await postingsIn(joseph).confirm(next), 409, "SECOND_ADMINISTRATOR_NEEDED");
  },
);

test("the link of a confirmed invitation is not sent to the address, which the requester chose", async () => {
  const email = `${randomUUID()}@mailbox-of-ines.example`;
  const body = { email, role: "admin", ...code(ines) };
  const asked = await ines.browser.call(invite, { method: "POST", body });
  const answer = await confirmed(joseph, asked.json.data.request.requestId);
  expect(answer.json.data.inviteUrl).toMatch(/\/invite\//);
  expect(await queuedFor(email)).toEqual([]);
  await deliverMessages();
  expect(await mailboxOf(email)).toEqual([]);
});

test("nobody confirms the reset of the own second factor", async () => {
  const requestId = await resetRequested(ines, joseph);
  expect(await obstacleFor(joseph, requestId)).toBe("own_account");
  expectRefusal(await confirmed(joseph, requestId), 409, "SECOND_ADMINISTRATOR_NEEDED");
  const third = await makeOperator();
  expect((await confirmed(third, requestId)).status).toBe(200);
});

test("a confirmation whose partner changes at that moment is stale", async () => {
  const { requestId } = (await setAmount(ines, 900)).json.data.request;
  const other = new pg.Client({ connectionString: ownerUrl() });
  await other.connect();
  await other.query("BEGIN");
  await other.query(
    "UPDATE partners SET second_approval_above_micro_usd = 400000000 WHERE id = $1",
    [partner.partnerId],
  );
  const answer = confirmed(joseph, requestId);
  await expect
    .poll(() =>
      sql(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    )
    .toHaveLength(1);
  await other.query("COMMIT");
  await other.end();
  expectRefusal(await answer, 409, "ADMIN_REQUEST_STALE");
});

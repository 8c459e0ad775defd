import "@/test/database";
import pg from "pg";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { now } from "@/lib/kernel/clock";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { ownerClient } from "@/test/database/attack";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { userClientOf } from "@/test/http/user-client";
import { leasePolls, openApplicant, resumePolls, returnPoll, storeProviderId } from "./store";

const RULES = { provider: "sumsub", isMonitoring: true };

beforeEach(() => sql("DELETE FROM kyc_applicants"));
afterAll(endTests);

const polled = async () => (await leasePolls(RULES, now(), 8)).map(({ userId }) => userId);

/** A user who opened the link just now. The poll of the check is due in an hour. */
async function opened(): Promise<string> {
  const { serviceId: userId } = await userClientOf(await makePartner()).make({});
  const [{ id: sessionId }] = await sql("SELECT kyc_session_id AS id FROM users WHERE id = $1", [
    userId,
  ]);
  const at = now();
  const pollDueAt = new Date(at.getTime() + HOUR_MS);
  const applicant = await openApplicant({ userId, provider: "sumsub", sessionId, at, pollDueAt });
  if (!applicant) throw new Error("the applicant was not opened");
  await storeProviderId(applicant, newId("kyc"));
  return userId;
}

test("a poll that a clock in the future planned is due at once, and one that is planned for a week is not", async () => {
  const [ofOtherClock, inAWeek, held] = [await opened(), await opened(), await opened()];
  const plan = (userId: string, at: string) =>
    sql(
      `UPDATE kyc_applicants SET poll_due_at = CASE $2 WHEN 'infinity' THEN 'infinity'
       ELSE now() + $2::interval END WHERE user_id = $1`,
      [userId, at],
    );
  await plan(ofOtherClock, "400 days");
  await plan(inAWeek, "7 days");
  await plan(held, "infinity");
  expect(await polled()).toEqual([ofOtherClock]);
  expect(await polled()).toEqual([]);
});

test("a process whose clock is ahead takes no poll before its time, and puts none off for ever", async () => {
  const userId = await opened();
  expect(await withClockAhead(100 * DAY_MS, polled)).toEqual([]);
  expect(await later(HOUR_MS, polled)).toEqual([userId]);
});

test("a process whose clock is ahead plans a poll by the clock of the database", async () => {
  const userId = await withClockAhead(DAY_MS, opened);
  expect(await later(HOUR_MS + 1_000, polled)).toEqual([userId]);
  const [applicant] = await later(3 * HOUR_MS + 2_000, () => leasePolls(RULES, now(), 8));
  if (!applicant) throw new Error("the second poll is not due");
  await withClockAhead(DAY_MS, () => returnPoll(applicant, new Date(Date.now() + 60_000)));
  expect(await later(59_000, polled)).toEqual([]);
  expect(await later(61_000, polled)).toEqual([userId]);
});

test("a poll that fails after the next one was leased does not bring it forward", async () => {
  const userId = await opened();
  const leaseAfter = async (ms: number) => {
    const [applicant] = await later(ms, () => leasePolls(RULES, now(), 8));
    if (!applicant) throw new Error("the poll is not due");
    return applicant;
  };
  const slow = await leaseAfter(HOUR_MS + 1_000);
  const current = await leaseAfter(3 * HOUR_MS + 2_000);
  await returnPoll(slow, new Date());
  const [row] = await sql("SELECT poll_due_at FROM kyc_applicants WHERE user_id = $1", [userId]);
  expect(row.poll_due_at).toEqual(current.nextPollAt);
});

test("the polls of a deleted user are not resumed", async () => {
  const userId = await opened();
  const resumed = async () => {
    await sql("UPDATE kyc_applicants SET poll_due_at = NULL");
    await resumePolls("sumsub", userId);
    const [row] = await sql("SELECT poll_due_at FROM kyc_applicants");
    return row.poll_due_at !== null;
  };
  expect(await resumed()).toBe(true);
  await sql("UPDATE users SET deleted_at = now(), email_key = NULL WHERE id = $1", [userId]);
  expect(await resumed()).toBe(false);
});

test("polls of a former provider, which stay due, are not read to find those of the present one", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await polled();
  const [{ text }] = query.mock.calls.map(([sent]) => Object(sent)) as [{ text: string }];
  query.mockRestore();
  const client = await ownerClient();
  try {
    await client.query("SET enable_seqscan = off");
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const scans = [...plan.matchAll(/Scan (.*) on kyc_applicants.*\n *(.*)/g)];
    expect(scans.length).toBeGreaterThan(2);
    for (const [scan, , condition] of scans)
      expect(condition, scan).toMatch(/^Index Cond: .*provider = /);
  } finally {
    await client.end();
  }
});

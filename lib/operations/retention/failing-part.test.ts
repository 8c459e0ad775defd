import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { purgeRequestLogJob } from "@/lib/operations/scheduler/jobs";
import * as requests from "@/lib/request-log/purge-request-log";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { leftOldRows, purgeOldRows } from "./purge-old-rows";
import * as store from "./store";

vi.mock("./store", { spy: true });
vi.mock("@/lib/request-log/purge-request-log", { spy: true });
afterAll(endTests);

const BROKEN = new Error("a table that cannot be read");

test("old sessions are deleted although events cannot be", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const { personId } = await makePerson({ partnerId });
  await sql(
    `INSERT INTO sessions (id, person_id, created_at, expires_at)
     VALUES ('ses_old', $1, now() - interval '800 days', now() - interval '800 days'), ('ses_new', $1, now(), now())`,
    [personId],
  );
  vi.mocked(store.deleteWebhookEventsBefore).mockRejectedValueOnce(BROKEN);
  await expect(purgeOldRows()).rejects.toThrow(BROKEN);
  expect(await sql("SELECT id FROM sessions WHERE person_id = $1", [personId])).toEqual([
    { id: "ses_new" },
  ]);
  expect(leftOldRows()).toBe(false);
});

test("the idempotency keys are not read as a whole again each time that a failed run is repeated", async () => {
  const readKeys = vi.mocked(store.deleteKeysBefore);
  await purgeOldRows();
  for (let run = 0; run < 3; run++) {
    vi.mocked(store.deleteSessionsBefore).mockRejectedValueOnce(BROKEN);
    readKeys.mockClear();
    await expect(purgeOldRows()).rejects.toThrow(BROKEN);
    // The first of them is a run of its own, the others repeat it.
    expect(readKeys).toHaveBeenCalledTimes(run === 0 ? 1 : 0);
  }
  await purgeOldRows();
  expect(readKeys).not.toHaveBeenCalled();
  await purgeOldRows();
  expect(readKeys).toHaveBeenCalledTimes(1);
});

test("unused challenges are deleted although requests cannot be", async () => {
  await sql(
    `INSERT INTO passkey_challenges (challenge, purpose, created_at, expires_at)
     VALUES ('old', 'sign_in', now() - interval '1 day', now() - interval '1 day')`,
  );
  vi.mocked(requests.purgeRequestLog).mockRejectedValueOnce(BROKEN);
  await expect(purgeRequestLogJob.run()).rejects.toThrow(BROKEN);
  expect(await sql("SELECT FROM passkey_challenges")).toEqual([]);
});

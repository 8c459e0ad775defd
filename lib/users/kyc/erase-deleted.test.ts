import "@/test/database";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { POST as close } from "@/app/api/admin/alerts/[id]/close/route";
import { openAlert } from "@/lib/alerts/open-alert";
import { newId } from "@/lib/kernel/ids";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { expectSuccess } from "@/test/http/expect-answer";
import { eraseDeleted } from "./erase-deleted";
import { providerNamed } from "./provider";

vi.mock("./provider", { spy: true });

let partner: TestPartner;
beforeEach(async () => {
  await sql("TRUNCATE kyc_applicants");
  partner = await makePartner();
  vi.mocked(providerNamed).mockImplementation((name) => {
    if (name === "sumsub") throw new Error("there are no credentials of this provider");
    return { erasePerson: async () => {} } as unknown as ReturnType<typeof providerNamed>;
  });
});
afterAll(endTests);

async function queueErasure(provider: string, attempts: number, ofUser?: string): Promise<string> {
  const userId = ofUser ?? (await makeApprovedUser(partner));
  const sessionId = newId("kyc");
  await sql(
    `INSERT INTO kyc_sessions (id, user_id, partner_id, provider, created_at, expires_at)
     VALUES ($1, $2, $3, $4, now(), now())`,
    [sessionId, userId, partner.partnerId, provider],
  );
  await sql(
    `INSERT INTO kyc_applicants (user_id, provider, ordinal, session_id, created_at, erase_due_at, erase_attempts)
     VALUES ($1, $2, 1, $3, now(), now() - $4 * interval '1 second', $4)`,
    [userId, provider, sessionId, attempts],
  );
  return userId;
}
const openAlerts = (userId: string, provider: string) =>
  sql("SELECT id FROM alerts WHERE subject = $1 AND closed_at IS NULL", [`${userId}:${provider}`]);
async function closeByAdministrator(id: string): Promise<void> {
  const admin = await makePerson();
  const closed = await (await signedIn(admin)).call(close, {
    method: "POST",
    params: { id },
    body: { reason: "The provider confirmed the erasure", totp: codeOf(admin) },
  });
  expectSuccess(closed, { id, closed: true });
}
const makeDue = () =>
  sql(
    "UPDATE kyc_applicants SET erase_due_at = now() - interval '1 second' WHERE erased_at IS NULL",
  );

test("the alert of an erasure at a former provider stays closed, and the erasure is still attempted", async () => {
  const userId = await queueErasure("sumsub", 10);
  expect(await eraseDeleted()).toEqual({ erased: 0, failed: 1 });
  const [alert] = await openAlerts(userId, "sumsub");
  await closeByAdministrator(alert.id);
  await makeDue();
  expect(await eraseDeleted()).toEqual({ erased: 0, failed: 1 });
  expect(await openAlerts(userId, "sumsub")).toEqual([]);
});

test("an alert that is closed for a former provider hides no failure at another one", async () => {
  const erasePerson = vi.fn(async () => {
    throw new Error("unavailable");
  });
  vi.mocked(providerNamed).mockReturnValue({ erasePerson } as unknown as ReturnType<
    typeof providerNamed
  >);
  const userId = await queueErasure("sumsub", 10);
  await eraseDeleted();
  const [alert] = await openAlerts(userId, "sumsub");
  await closeByAdministrator(alert.id);
  await queueErasure("sandbox", 10, userId);
  await eraseDeleted();
  expect(await openAlerts(userId, "sandbox")).toHaveLength(1);
  expect(await openAlerts(userId, "sumsub")).toEqual([]);
});

test("a success closes the alert, also one that the former version opened for all providers", async () => {
  const userId = await queueErasure("sandbox", 10);
  for (const subject of [userId, `${userId}:sandbox`])
    await openAlert({ kind: "kyc_erasure_failed", subject, text: "It failed." });
  expect(await eraseDeleted()).toEqual({ erased: 1, failed: 0 });
  expect(
    await sql("SELECT id FROM alerts WHERE subject LIKE $1 || '%' AND closed_at IS NULL", [userId]),
  ).toEqual([]);
});

test("erasures at a former provider do not delay those at another one", async () => {
  for (let n = 0; n < 20; n++) await queueErasure("sumsub", 1 + n);
  await queueErasure("sandbox", 0);
  expect(await eraseDeleted()).toEqual({ erased: 1, failed: 20 });
});

import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { endTests, makeApprovedUser, makePartner, sql } from "@/test/fixtures/make";
import { kycErasures, storeProviderId } from "./store";

afterAll(endTests);

test("an erasure that did not know the applicant's id does not end the erasure", async () => {
  const partner = await makePartner();
  const userId = await makeApprovedUser(partner);
  const sessionId = newId("kyc");
  await sql(
    `INSERT INTO kyc_sessions (id, user_id, partner_id, provider, created_at, expires_at)
     VALUES ($1, $2, $3, 'sumsub', now(), now())`,
    [sessionId, userId, partner.partnerId],
  );
  await sql(
    `INSERT INTO kyc_applicants (user_id, provider, ordinal, session_id, created_at, erase_due_at)
     VALUES ($1, 'sumsub', 1, $2, now(), '2000-01-01')`,
    [userId, sessionId],
  );
  const [erasure] = await kycErasures.lease(1);
  if (erasure?.userId !== userId) throw new Error("the erasure is not leased");
  // The provider's answer to the creation comes after the erasure has looked for the applicant.
  await storeProviderId(erasure, "applicant_1");
  await kycErasures.settle(erasure, { dueAt: null, outcome: { erasedAt: now() } });
  const [again] = await kycErasures.lease(1);
  expect(again).toMatchObject({ userId, providerId: "applicant_1", attempts: 2 });
  if (again) await kycErasures.settle(again, { dueAt: null, outcome: { erasedAt: now() } });
  const [row] = await sql("SELECT erase_due_at, erased_at FROM kyc_applicants WHERE user_id = $1", [
    userId,
  ]);
  expect(row).toEqual({ erase_due_at: null, erased_at: expect.any(Date) });
});

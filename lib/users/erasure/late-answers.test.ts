import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attack } from "@/test/database/attack";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { makeAttempt, webhooksOf } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { countAttempt } from "../kyc/applicants/store";
import { eraseUsers } from "./erase-users";

let partner: TestPartner;
let userId: string;

beforeAll(async () => {
  partner = await makePartner();
  await webhooksOf(partner).set();
  userId = (await userClientOf(partner).make({ email: "late@person.example" })).serviceId;
  await userClientOf(partner).simulate(userId, { status: "approved" });
  const serviceCardId = await makeCard(partner, { userId, amountUsd: 100 });
  await clientOf(partner).withdraw({ serviceCardId, amount: 5, reference: "Mr. Late" });
  await clientOf(partner).terminate(serviceCardId);
  await sql(
    "INSERT INTO kyc_attempts (provider, attempt_id, user_id, code, created_at) VALUES ('stripe', 'vr_1', $1, 'selfie_face_mismatch', now())",
    [userId],
  );
});
afterAll(endTests);

/** Records an attempt at each event, whose response repeats the body. */
async function answerAll(number: number): Promise<void> {
  for (const { id, body } of await sql("SELECT id, body FROM webhook_events ORDER BY id"))
    await makeAttempt(partner.partnerId, id, { number, responseBody: `you sent ${body}` });
}

/** The types of the events to which the responses of an attempt are empty. */
const emptyAnswers = async (number: number) =>
  (
    await sql(
      `SELECT DISTINCT e.type FROM webhook_attempts a JOIN webhook_events e ON e.id = a.event_id
       WHERE a.number = $1 AND a.response_body = '' ORDER BY 1`,
      [number],
    )
  ).map(({ type }) => type);

test("a response that comes after the erasure is masked for every event whose earlier responses the erasure emptied", async () => {
  await answerAll(1);
  expect(await emptyAnswers(1)).toEqual([]);
  expect((await userClientOf(partner).remove(userId)).status).toBe(200);
  expect(await eraseUsers()).toEqual({ erased: 1, failed: 0 });
  const erased = await emptyAnswers(1);
  expect(erased).toEqual(["user.kyc-event", "wallet.deposit.card-withdrawal"]);
  await answerAll(2);
  expect(await emptyAnswers(2)).toEqual(erased);
});

test("the failed attempts at the identity provider are erased", async () => {
  expect(await sql("SELECT FROM kyc_attempts WHERE user_id = $1", [userId])).toEqual([]);
});

test("a failed attempt that the identity provider reports after the erasure is not stored", async () => {
  const at = new Date();
  const late = {
    provider: "stripe",
    attemptId: "vr_late",
    userId,
    code: "selfie_face_mismatch",
    at,
  };
  expect(await countAttempt(late)).toEqual({ attempts: 0, decidedAt: at });
  expect(await sql("SELECT FROM kyc_attempts WHERE user_id = $1", [userId])).toEqual([]);
});

test("the application's role deletes no failed attempt of a user who is not deleted", async () => {
  const other = await makeApprovedUser(partner);
  await sql(
    "INSERT INTO kyc_attempts (provider, attempt_id, user_id, code, created_at) VALUES ('stripe', 'vr_2', $1, 'x', now())",
    [other],
  );
  expect(await attack({ role: "app", statements: ["DELETE FROM kyc_attempts"] })).toBe("42501");
  expect(await sql("SELECT attempt_id FROM kyc_attempts")).toEqual([{ attempt_id: "vr_2" }]);
});

import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { advanceDisputes } from "@/lib/cards/disputes/advance-disputes";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { eraseUsers } from "./erase-users";
import { eraseBatch } from "./sql-store";

let partner: TestPartner;
let serviceId: string;
let purchase: string;

/** A user who is deleted, with a purchase that can still be disputed. */
beforeEach(async () => {
  partner = await makePartner();
  const users = userClientOf(partner);
  ({ serviceId } = await users.make({}));
  await users.simulate(serviceId, { status: "approved" });
  const client = clientOf(partner);
  const { serviceCardId } = (await client.createCard({ serviceId, amount: 50 })).json.data;
  purchase = await settledPurchase(partner, serviceCardId, 20);
  await client.terminate(serviceCardId);
  expect((await users.remove(serviceId)).status).toBe(200);
});
afterAll(endTests);

const disputeLate = () =>
  openedDispute(partner, purchase, {
    explanation: "Ada never got it.",
    productDescription: "Ada's grinder",
  });

async function shown(disputeId: string) {
  const { explanation, productDescription } = (await clientOf(partner).getDispute(disputeId)).json
    .data;
  return { explanation, productDescription };
}

async function runAgain(): Promise<void> {
  await sql(
    "UPDATE user_erasures SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL",
  );
  await eraseUsers();
}

const isComplete = async () =>
  (await sql("SELECT completed_at FROM user_erasures WHERE user_id = $1", [serviceId]))[0]
    .completed_at !== null;

test("a dispute that is opened after the erasure is erased once it is submitted", async () => {
  await eraseUsers();
  expect(await isComplete()).toBe(true);
  const disputeId = await disputeLate();
  await runAgain();
  expect(await isComplete()).toBe(false);
  expect(await shown(disputeId)).toEqual({
    explanation: "Ada never got it.",
    productDescription: "Ada's grinder",
  });
  await advanceDisputes();
  await runAgain();
  expect(await shown(disputeId)).toEqual({ explanation: "", productDescription: undefined });
  expect(await isComplete()).toBe(true);
});

test("a dispute that is opened between the erasure of disputes and its end is erased", async () => {
  const stepOf = async () =>
    (await sql("SELECT step FROM user_erasures WHERE user_id = $1", [serviceId]))[0].step;
  for (let batch = 0; batch < 20 && (await stepOf()) !== "issuer"; batch++)
    await eraseBatch(serviceId, 500);
  const disputeId = await disputeLate();
  await advanceDisputes();
  await runAgain();
  expect(await shown(disputeId)).toEqual({ explanation: "", productDescription: undefined });
  expect(await isComplete()).toBe(true);
});

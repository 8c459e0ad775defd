import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { advanceDisputes } from "@/lib/cards/disputes/advance-disputes";
import {
  addedFile,
  decidedDispute,
  openedDispute,
  settledPurchase,
} from "@/test/fixtures/disputes";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { eraseUsers } from "./erase-users";

let partner: TestPartner;
let serviceId: string;
let serviceCardId: string;

beforeEach(async () => {
  partner = await makePartner();
  const users = userClientOf(partner);
  ({ serviceId } = await users.make({}));
  await users.simulate(serviceId, { status: "approved" });
  const made = await clientOf(partner).createCard({ serviceId, amount: 100 });
  ({ serviceCardId } = made.json.data);
});
afterAll(endTests);

async function disputeWithFile() {
  const purchase = await settledPurchase(partner, serviceCardId, 20);
  const fileId = await addedFile(partner, purchase);
  const disputeId = await openedDispute(partner, purchase, { evidenceFileIds: [fileId] });
  return { purchase, fileId, disputeId };
}

async function deleteUser(): Promise<void> {
  await clientOf(partner).terminate(serviceCardId);
  expect((await userClientOf(partner).remove(serviceId)).status).toBe(200);
}

const files = () =>
  sql(
    `SELECT id, issuer_file_id IS NOT NULL AS "isDelivered" FROM dispute_files WHERE partner_id = $1 ORDER BY id`,
    [partner.partnerId],
  );

async function eraseAgain(): Promise<void> {
  await sql(
    "UPDATE user_erasures SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL",
  );
  await eraseUsers();
}

test("a dispute that is not submitted when its user is deleted reaches the issuer with its file", async () => {
  const { fileId, disputeId } = await disputeWithFile();
  await deleteUser();
  await eraseUsers();
  expect(await files()).toEqual([{ id: fileId, isDelivered: false }]);
  await advanceDisputes();
  expect(await files()).toEqual([{ id: fileId, isDelivered: true }]);
  await eraseAgain();
  expect(await files()).toEqual([]);
  const { data } = (await clientOf(partner).getDispute(disputeId)).json;
  expect(data).toMatchObject({ status: "submitted", explanation: "", evidenceFiles: [] });
});

test("unused files and those of submitted and ended disputes go with the user", async () => {
  await disputeWithFile();
  await advanceDisputes();
  const { disputeId } = await disputeWithFile();
  await decidedDispute(partner, disputeId, "withdrawn");
  await addedFile(partner, await settledPurchase(partner, serviceCardId, 5));
  await deleteUser();
  expect(await files()).toEqual([]);
});

test("the files of a dispute that is opened after the deletion go once it is submitted", async () => {
  const purchase = await settledPurchase(partner, serviceCardId, 20);
  await deleteUser();
  await eraseUsers();
  const evidenceFileIds = [await addedFile(partner, purchase)];
  await openedDispute(partner, purchase, { evidenceFileIds });
  await eraseAgain();
  expect(await files()).toHaveLength(1);
  await advanceDisputes();
  await eraseAgain();
  expect(await files()).toEqual([]);
});

import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as retry } from "@/app/api/admin/disputes/[id]/retry/route";
import { DAY_S } from "@/lib/kernel/durations";
import { bookFaults } from "@/test/fixtures/books";
import { disputeBody, openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { advanceDisputes } from "../advance-disputes";
import { decideDispute } from "../decide-dispute";
import { issuerRequestOf } from "../issuer-request";
import { findDescribedDispute } from "../sql-store";

let browser: Browser;
let partner: TestPartner;
let purchase: string;

beforeAll(async () => {
  browser = await signedIn(await makePerson());
});
beforeEach(async () => {
  partner = await makePartner();
  purchase = await settledPurchase(partner, await makeCard(partner, { amountUsd: 100 }), 40);
});
afterAll(endTests);

const passDays = (days: number) => clientOf(partner).advanceClock({ advanceSeconds: days * DAY_S });
const retried = (id: string) => browser.call(retry, { params: { id } });
async function found(id: string) {
  const dispute = await findDescribedDispute(id);
  if (!dispute) throw new Error("the dispute is missing");
  return dispute;
}
/** The issuer refuses the dispute for good. */
const fail = async (id: string) =>
  decideDispute(await found(id), { status: "failed", detail: "no capture" });

test("a dispute that was opened in time and failed is submitted again after the deadline, as often as it fails", async () => {
  await passDays(119);
  const first = await openedDispute(partner, purchase);
  const { createdAt } = await found(first);
  let id = first;
  for (const days of [2, 30]) {
    await fail(id);
    await passDays(days);
    const { status, json } = await retried(id);
    expect([status, json.message]).toEqual([200, "Dispute is submitted again"]);
    id = json.data.disputeId;
    const again = await found(id);
    expect(again).toMatchObject({ status: "pending", filedAt: createdAt });
    expect(again.createdAt.getTime()).toBeGreaterThan(createdAt.getTime());
    expect(await issuerRequestOf(again)).toMatchObject({ filedAt: createdAt });
  }
  await advanceDisputes();
  expect((await found(id)).status).toBe("submitted");
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a dispute that the issuer has already is found again after the deadline", async () => {
  await passDays(119);
  const first = await openedDispute(partner, purchase);
  const dispute = await found(first);
  await sql("INSERT INTO sandbox_disputes VALUES ($1, $2, $3, 'open', $4)", [
    `sandbox_${first}`,
    purchase,
    40_000_000,
    dispute.createdAt,
  ]);
  await fail(first);
  await passDays(2);
  const { json } = await retried(first);
  await advanceDisputes();
  expect(await found(json.data.disputeId)).toMatchObject({
    status: "submitted",
    issuerDisputeId: `sandbox_${first}`,
  });
});

test("after the deadline the partner opens none, also when an earlier one failed in time", async () => {
  await passDays(119);
  await fail(await openedDispute(partner, purchase));
  await passDays(2);
  const refused = await clientOf(partner).dispute(purchase, disputeBody());
  expectRefusal(refused, 400, "DISPUTE_TOO_LATE");
});

test("a dispute that is opened by the partner has the time of its creation", async () => {
  const { filedAt, createdAt, ...dispute } = await found(await openedDispute(partner, purchase));
  expect(filedAt).toBeNull();
  expect(await issuerRequestOf({ ...dispute, filedAt, createdAt })).toMatchObject({
    filedAt: createdAt,
  });
});

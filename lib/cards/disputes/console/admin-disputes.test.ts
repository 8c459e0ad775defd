import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as download } from "@/app/api/admin/disputes/[id]/files/[fileId]/route";
import { POST as retry } from "@/app/api/admin/disputes/[id]/retry/route";
import { GET as getOne } from "@/app/api/admin/disputes/[id]/route";
import { GET as list } from "@/app/api/admin/disputes/route";
import { newId } from "@/lib/kernel/ids";
import { bookFaults } from "@/test/fixtures/books";
import { addedFile, openedDispute, pdf, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { advanceDisputes } from "../advance-disputes";
import { decideDispute } from "../decide-dispute";
import { findDescribedDispute } from "../sql-store";

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let cardId: string;
let purchase: string;
let disputeId: string;

beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
beforeEach(async () => {
  partner = await makePartner();
  cardId = await makeCard(partner, { amountUsd: 100 });
  purchase = await settledPurchase(partner, cardId, 40);
  disputeId = await openedDispute(partner, purchase);
});
afterAll(endTests);

const read = async (id = disputeId) => (await browser.call(getOne, { params: { id } })).json.data;
const idsOf = async (query: Record<string, string>) => {
  const { disputes } = (await browser.call(list, { query })).json.data;
  return disputes
    .filter(({ partnerId }: { partnerId: string }) => partnerId === partner.partnerId)
    .map((dispute: { disputeId: string }) => dispute.disputeId);
};
const retried = (id = disputeId) => browser.call(retry, { params: { id } });
const auditOf = (id: string) =>
  sql("SELECT action, person_id, before, after FROM audit_entries WHERE target_id = $1", [id]);
/** A submission that failed for now: the issuer was unavailable. */
const failForNow = (id = disputeId) =>
  sql(
    "UPDATE card_disputes SET attempts = 3, failure = 'stripe-issuing was unavailable', due_at = now() + interval '1 hour' WHERE id = $1",
    [id],
  );
/** The issuer refused the dispute for good. */
async function failForGood(): Promise<void> {
  const dispute = await findDescribedDispute(disputeId);
  if (!dispute) throw new Error("the dispute is missing");
  await decideDispute(dispute, { status: "failed", detail: "no capture" });
}

test("the list has the disputes of every partner, by status and by what needs attention", async () => {
  expect(await idsOf({})).toEqual([disputeId]);
  expect(await idsOf({ status: "pending" })).toEqual([disputeId]);
  expect(await idsOf({ status: "attention" })).toEqual([]);
  await failForNow();
  expect(await idsOf({ status: "attention" })).toEqual([disputeId]);
  await retried();
  await advanceDisputes();
  expect(await idsOf({ status: "submitted" })).toEqual([disputeId]);
  expect(await idsOf({ status: "attention" })).toEqual([]);
});

test("the list is filtered by several statuses, partners, the time and a search", async () => {
  await failForNow();
  for (const status of ["submitted,attention", "pending,won"])
    expect(await idsOf({ status }), status).toEqual([disputeId]);
  expect(await idsOf({ status: "submitted,won" })).toEqual([]);
  const { partnerId } = partner;
  expect(await idsOf({ partnerId: `${partnerId},ptn_x` })).toEqual([disputeId]);
  expect(await idsOf({ partnerId: newId("ptn") })).toEqual([]);
  await sql("UPDATE partners SET name = 'Disputing Dora' WHERE id = $1", [partnerId]);
  for (const search of [disputeId, purchase, cardId, "disputing d"])
    expect(await idsOf({ search }), search).toEqual([disputeId]);
  for (const search of ["Dora", newId("dsp"), "%"]) expect(await idsOf({ search })).toEqual([]);
  const { createdAt } = await read();
  expect(await idsOf({ from: createdAt, partnerId })).toEqual([disputeId]);
  expect(await idsOf({ to: createdAt, partnerId })).toEqual([]);
});

test("a dispute has what only operators see", async () => {
  await failForNow();
  expect(await read()).toMatchObject({
    disputeId,
    partnerId: partner.partnerId,
    issuer: "sandbox",
    amount: 40,
    lastError: "stripe-issuing was unavailable",
    attempts: 3,
    needsAttention: true,
    mayRetry: true,
    events: [],
  });
  const { createdAt, deadlineAt } = await read();
  const days = (Date.parse(deadlineAt) - Date.parse(createdAt)) / 86_400_000;
  expect(Math.round(days)).toBe(120);
  await sql(
    "INSERT INTO card_dispute_events VALUES ($1, $2, 'issuing_dispute.updated', 'submitted', now())",
    [newId("evt"), disputeId],
  );
  expect((await read()).events).toMatchObject([
    { type: "issuing_dispute.updated", detail: "submitted" },
  ]);
});

test("a submission that failed for now is made due by a retry, which is audited", async () => {
  expectRefusal(await retried(), 409, "DISPUTE_NOT_RETRYABLE");
  await failForNow();
  const { status, json } = await retried();
  expect([status, json.data.disputeId]).toEqual([200, disputeId]);
  expect(await auditOf(disputeId)).toMatchObject([
    {
      action: "dispute.retry",
      person_id: admin.personId,
      before: { status: "pending" },
      after: { disputeId, partnerId: partner.partnerId, amount: 40 },
    },
  ]);
  await advanceDisputes();
  expect(await read()).toMatchObject({ status: "submitted", mayRetry: false });
  expectRefusal(await retried(), 409, "DISPUTE_NOT_RETRYABLE");
});

test("a dispute that the issuer refused is opened again, once, with the credit", async () => {
  await failForGood();
  expect(await idsOf({ status: "attention" })).toEqual([disputeId]);
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
  const { json } = await retried();
  const again = json.data.disputeId as string;
  expect(again).not.toBe(disputeId);
  expect(json.data).toMatchObject({ status: "pending", amount: 40, reason: "not_received" });
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 100 });
  expectRefusal(await retried(), 409, "DISPUTE_EXISTS");
  expect(await read(disputeId)).toMatchObject({
    ...{ status: "failed", mayRetry: false, needsAttention: false },
  });
  await advanceDisputes();
  expect(await read(again)).toMatchObject({ status: "submitted" });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a dispute is opened again together with the end of its alert, or not at all", async () => {
  await failForGood();
  await sql(
    "ALTER TABLE alerts ADD CONSTRAINT broken CHECK (kind <> 'dispute_failed' OR closed_at IS NULL) NOT VALID",
  );
  try {
    expect((await retried()).status).toBe(500);
  } finally {
    await sql("ALTER TABLE alerts DROP CONSTRAINT broken");
  }
  expect((await retried()).status).toBe(200);
  const alerts = "SELECT closed_at FROM alerts WHERE kind = 'dispute_failed' AND subject = $1";
  expect(await sql(alerts, [disputeId])).toEqual([{ closed_at: expect.any(Date) }]);
});

test("a failed dispute whose explanation was erased with the cardholder is not opened again", async () => {
  await failForGood();
  expect(await read()).toMatchObject({ mayRetry: true });
  await sql("UPDATE card_disputes SET explanation = '' WHERE id = $1", [disputeId]);
  expect(await read()).toMatchObject({ mayRetry: false });
  expectRefusal(await retried(), 409, "DISPUTE_ERASED");
  expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
});

test("a file is downloaded as an attachment, with an audit entry, by people who may", async () => {
  const other = await settledPurchase(partner, cardId, 10);
  const bytes = pdf("a receipt of Zoë");
  const { json } = await clientOf(partner).addFile(other, { bytes, name: 'Zoë\'s "bill".html' });
  const { fileId } = json.data;
  const id = await openedDispute(partner, other, { evidenceFileIds: [fileId] });
  expect((await read(id)).evidenceFiles).toMatchObject([{ fileId, isDelivered: false }]);
  const { status, text, headers } = await browser.call(download, { params: { id, fileId } });
  expect([status, text]).toEqual([200, bytes.toString()]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition":
      "attachment; filename=\"Zo__s__bill_.html.pdf\"; filename*=UTF-8''Zo%C3%AB%27s%20%22bill%22.html.pdf",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(await auditOf(id)).toMatchObject([
    { action: "dispute.download_file", person_id: admin.personId, after: { fileId } },
  ]);
  await advanceDisputes();
  expect((await read(id)).evidenceFiles).toMatchObject([{ isDelivered: true }]);
  const auditor = await signedIn(await makePerson({ role: "auditor" }));
  const refused = await auditor.call(download, { params: { id, fileId } });
  expectRefusal(refused, 403, "ROLE_NOT_ALLOWED");
  const foreign = await browser.call(download, { params: { id: disputeId, fileId } });
  expectRefusal(foreign, 404, "EVIDENCE_FILE_NOT_FOUND");
});

test("a failed dispute is opened again with the files that are left", async () => {
  const other = await settledPurchase(partner, cardId, 10);
  const evidenceFileIds = [
    await addedFile(partner, other, pdf("one")),
    await addedFile(partner, other, pdf("two")),
  ];
  disputeId = await openedDispute(partner, other, { evidenceFileIds });
  await failForGood();
  await sql("DELETE FROM dispute_files WHERE id = $1", [evidenceFileIds[0]]);
  const { json } = await retried();
  expect(json.data.evidenceFiles).toMatchObject([{ fileId: evidenceFileIds[1] }]);
  await advanceDisputes();
  expect((await read(json.data.disputeId)).evidenceFiles).toMatchObject([{ isDelivered: true }]);
});

test("an unknown dispute is not found, and an auditor cannot retry", async () => {
  for (const id of [newId("dsp"), "dsp_x", "nothing"]) {
    expectRefusal(await browser.call(getOne, { params: { id } }), 404, "DISPUTE_NOT_FOUND");
    expectRefusal(await retried(id), 404, "DISPUTE_NOT_FOUND");
  }
  await failForNow();
  const auditor = await signedIn(await makePerson({ role: "auditor" }));
  expectRefusal(await auditor.call(retry, { params: { id: disputeId } }), 403, "ROLE_NOT_ALLOWED");
});

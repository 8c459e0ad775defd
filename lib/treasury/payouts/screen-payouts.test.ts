import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as release } from "@/app/api/admin/withdrawals/[id]/release/route";
import { GET as getOne } from "@/app/api/admin/withdrawals/[id]/route";
import { shiftClock } from "@/lib/kernel/clock";
import { anyAddress, type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { walletOf } from "@/test/fixtures/books";
import { endTests, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { endScreening, startScreening } from "@/test/fixtures/screenings";
import { decisionsIn } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";

const RETRY_MS = 15_001;

let sending: Sending;
let admin: TestPerson;
let browser: Browser;
beforeAll(async () => {
  sending = await startSending({ treasuryUsd: 10_000 });
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterEach(endScreening);
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

const signaturesFor = async ({ id }: SentWithdrawal) =>
  (await sql("SELECT 1 FROM payouts WHERE withdrawal_id = $1", [id])).length;
const alertsOf = async ({ id }: SentWithdrawal) =>
  (
    await sql(
      "SELECT text FROM alerts WHERE kind = 'payout_screened' AND subject = $1 AND closed_at IS NULL",
      [id],
    )
  ).map(({ text }) => text);

describe("an approved withdrawal whose address came to the sanctions list", () => {
  test("is not signed, with an alert, while others are paid", async () => {
    await startScreening([anyAddress()]);
    const [held, other] = [await sending.approved(10), await sending.approved(11)];
    await startScreening([held.to]);
    await sending.finish([other]);
    expect(await sending.received(other)).toBe(other.netMicro);
    expect(await signaturesFor(held)).toBe(0);
    expect(await alertsOf(held)).toEqual([expect.stringContaining("sanctions list")]);
    const wallet = await walletOf(sending.partner.partnerId);
    const failed = await decisionsIn(browser).fail(held.id, {
      reason: "Cannot be paid",
      totp: codeOf(admin),
    });
    expect(failed.json.data.status).toBe("failed");
    expect(await walletOf(sending.partner.partnerId)).toBe(wallet + 10);
    expect(await alertsOf(held)).toEqual([]);
  });

  test("is sent after an administrator released it", async () => {
    await startScreening([anyAddress()]);
    const held = await sending.approved(10);
    await startScreening([held.to]);
    await sending.look();
    expect(await signaturesFor(held)).toBe(0);
    const released = await browser.call(release, {
      method: "POST",
      params: { id: held.id },
      body: { reason: "The list was wrong", totp: codeOf(admin, 1) },
    });
    expect(released.status, JSON.stringify(released.json)).toBe(200);
    expect(await alertsOf(held)).toEqual([]);
    shiftClock(RETRY_MS);
    await sending.finish([held]);
    expect(await sending.received(held)).toBe(held.netMicro);
    expect(await sending.faults()).toEqual([]);
  });

  test("is sent when the list no longer has the address", async () => {
    await startScreening([anyAddress()]);
    const held = await sending.approved(10);
    await startScreening([held.to]);
    await sending.look();
    expect(await alertsOf(held)).toHaveLength(1);
    await startScreening([anyAddress()]);
    shiftClock(RETRY_MS);
    await sending.finish([held]);
    expect(await sending.received(held)).toBe(held.netMicro);
    expect(await alertsOf(held)).toEqual([]);
  });
});

describe("an approved withdrawal, while no sanctions list is loaded", () => {
  test("is shown as not sent, and can be failed and not released", async () => {
    await startScreening([anyAddress()]);
    const held = await sending.approved(10);
    await sql("DELETE FROM sanctions_list");
    await sending.look();
    const person = await makePerson();
    const other = await signedIn(person);
    const shown = (await other.call(getOne, { params: { id: held.id } })).json.data;
    expect(shown.screening).toBeUndefined();
    expect(shown.refusal).toMatchObject({
      isScreened: true,
      text: expect.stringContaining("No sanctions list was loaded yet."),
    });
    const params = { id: held.id };
    const body = { reason: "The list is away", totp: codeOf(person) };
    const released = await other.call(release, { method: "POST", params, body });
    expectRefusal(released, 409, "WITHDRAWAL_NOT_SCREENED");
    const failed = await decisionsIn(other).fail(held.id, {
      reason: "Cannot be paid",
      totp: codeOf(person, 1),
    });
    expect(failed.json.data.status).toBe("failed");
    expect(failed.json.data.refusal).toBeUndefined();
    expect(await alertsOf(held)).toEqual([]);
  });
});

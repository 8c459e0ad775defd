import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as health } from "@/app/api/admin/health/route";
import { POST as resume } from "@/app/api/admin/partners/[id]/resume/route";
import { POST as suspend } from "@/app/api/admin/partners/[id]/suspend/route";
import { GET as one } from "@/app/api/admin/withdrawals/[id]/route";
import { shiftClock } from "@/lib/kernel/clock";
import { anyAddress, type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { decisionsIn } from "@/test/fixtures/withdrawals";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";

/** Approved withdrawals that must not be sent: held for a suspended partner, or given up. */
let sending: Sending;
let admin: TestPerson;
let browser: Browser;
beforeAll(async () => {
  sending = await startSending({ treasuryUsd: 10_000 });
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});
afterEach(async () => {
  expect(await sending.alerts()).toEqual([]);
  expect(await sending.faults()).toEqual([]);
});

const RETRY_MS = 15_001;
const REASON = "The token refuses this address";
const id = () => sending.partner.partnerId;
const suspendIt = () =>
  browser.call(suspend, { method: "POST", params: { id: id() }, body: { reason: "Fraud" } });
const resumeIt = () =>
  browser.call(resume, {
    method: "POST",
    params: { id: id() },
    body: { totp: codeOf(admin) },
  });
const giveUp = (of: SentWithdrawal, body: object = { reason: REASON, totp: codeOf(admin) }) =>
  decisionsIn(browser).fail(of.id, body);
const shown = async (of: SentWithdrawal) =>
  (await browser.call(one, { params: { id: of.id } })).json.data;
const signaturesFor = async (of: SentWithdrawal) =>
  (await sql("SELECT 1 FROM payouts WHERE withdrawal_id = $1", [of.id])).length;
const held = async () => (await browser.call(health)).json.data.withdrawals.held;

async function expectPaid(of: SentWithdrawal): Promise<void> {
  await sending.finish([of]);
  expect((await shown(of)).status).toBe("completed");
  expect(await sending.received(of)).toBe(of.netMicro);
}

describe("a withdrawal that was approved before its partner was suspended", () => {
  test("is held if unsigned, and sent after the partner is resumed", async () => {
    const waiting = await sending.approved(10);
    await suspendIt();
    expect(await sending.look()).toMatchObject({ signed: 0 });
    expect(await shown(waiting)).toMatchObject({ status: "approved", isSigned: false });
    expect(await held()).toBe(1);
    await resumeIt();
    expect(await held()).toBe(0);
    await expectPaid(waiting);
  });

  test("is held even during signing: that signature is never used", async () => {
    const waiting = await sending.approved(10);
    await sending.look(async (step) => {
      if (step === "authorization-signed") await suspendIt();
    });
    expect(await signaturesFor(waiting)).toBe(0);
    expect(await sending.transactions(waiting)).toEqual([]);
    await resumeIt();
    await expectPaid(waiting);
  });

  test("continues if already signed", async () => {
    const signed = await sending.approved(10);
    await sending.look();
    await suspendIt();
    expect(await held()).toBe(0);
    await sending.chain.mine();
    await sending.finish([signed]);
    expect((await shown(signed)).status).toBe("completed");
    await resumeIt();
  });

  test("delays no other withdrawal and does not count for the needed funds", async () => {
    const waiting = await sending.approved(50_000);
    await suspendIt();
    await sending.look();
    expect(await sending.alerts()).toEqual([]);
    expect((await giveUp(waiting)).json.data.status).toBe("failed");
    await resumeIt();
  });
});

describe("an approved withdrawal that can never be sent", () => {
  const blocked = anyAddress();
  beforeAll(async () => {
    await sending.chain.setBlocklisted(blocked, true);
    await sending.chain.mine();
  });

  test("can be failed with a reason: refunded with one event, and never paid", async () => {
    const before = await walletOf(id());
    const stuck = await sending.approved(20, blocked);
    await sending.look();
    expect((await shown(stuck)).refusal.text).toMatch(/blacklisted/);

    const answer = await giveUp(stuck);
    expect(answer.json.data).toMatchObject({ status: "failed", failureReason: REASON });
    expect(answer.json.data).not.toHaveProperty("refusal");
    expect(await walletOf(id())).toBe(before);
    expect(await sending.alerts()).toEqual([]);
    const events = await eventsOf(id(), "wallet.withdrawal.crypto");
    expect(events.filter(({ data }) => data.withdrawalId === stuck.id)).toMatchObject([
      { data: { status: "failed", reason: REASON } },
    ]);
    expect(
      await sql("SELECT action, person_id, before, after FROM audit_entries WHERE target_id = $1", [
        stuck.id,
      ]),
    ).toEqual([
      {
        action: "withdrawal.fail",
        person_id: admin.personId,
        before: { status: "approved" },
        after: { status: "failed", reason: REASON },
      },
    ]);

    await sending.chain.setBlocklisted(blocked, false);
    await sending.chain.mine();
    shiftClock(RETRY_MS);
    await sending.look();
    await sending.chain.mine(3);
    await sending.look();
    expect(await sending.chain.balanceOf(blocked)).toBe(0n);
    expectRefusal(await giveUp(stuck), 409, "WITHDRAWAL_NOT_APPROVED");
  });

  test("is unchanged without a reason or the right code", async () => {
    const waiting = await sending.approved(10);
    expect(invalidFields(await giveUp(waiting, { totp: codeOf(admin) }))).toEqual([
      "reason: isNotEmpty",
    ]);
    const wrong = await giveUp(waiting, { reason: REASON, totp: wrongCodeOf(admin) });
    expectRefusal(wrong, 401, "SECOND_FACTOR_INVALID");
    await expectPaid(waiting);
  });

  test("is neither a pending nor a signed one", async () => {
    const pending = (await sending.wallet.make(10)) as string;
    const refused = await decisionsIn(browser).fail(pending, {
      reason: REASON,
      totp: codeOf(admin),
    });
    expectRefusal(refused, 409, "WITHDRAWAL_NOT_APPROVED");
    await sending.wallet.cancel(pending);

    const signed = await sending.approved(10);
    await sending.look();
    expectRefusal(await giveUp(signed), 409, "WITHDRAWAL_SIGNED");
    expect((await shown(signed)).isSigned).toBe(true);
    await expectPaid(signed);
  });

  test("is not paid by a concurrent signature", async () => {
    const waiting = await sending.approved(10);
    await sending.look(async (step) => {
      if (step === "authorization-signed") expect((await giveUp(waiting)).status).toBe(200);
    });
    expect(await signaturesFor(waiting)).toBe(0);
    await sending.chain.mine(3);
    await sending.look();
    expect(await sending.received(waiting)).toBe(0n);
    expect((await shown(waiting)).status).toBe("failed");
  });

  test("a withdrawal that is signed at the same moment is either paid or refunded, never both", async () => {
    for (let round = 0; round < 10; round++) {
      const racing = await sending.approved(10);
      const [given] = await Promise.all([giveUp(racing), sending.look()]);
      if (given.status !== 200) expectRefusal(given, 409, "WITHDRAWAL_SIGNED");
      expect(await signaturesFor(racing)).toBe(given.status === 200 ? 0 : 1);
      await sending.chain.mine(3);
      await sending.look();
      await sending.chain.mine(3);
      await sending.look();
      expect(await sending.received(racing)).toBe(given.status === 200 ? 0n : racing.netMicro);
    }
  });
});

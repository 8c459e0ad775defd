import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

// Set before any module reads the settings: browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";
const { shiftClock } = await import("@/lib/kernel/clock");
const { anyAddress, startSending } = await import("@/test/chain/sending");
const { approveDirectly } = await import("@/test/fixtures/approvals");
const { walletOf } = await import("@/test/fixtures/books");
const { endTests, sql } = await import("@/test/fixtures/make");
const { makeApprover, setSigning } = await import("@/test/fixtures/passkeys");
const { codeOf } = await import("@/test/fixtures/people");
const { decisionsIn } = await import("@/test/fixtures/withdrawals");
type Sending = Awaited<ReturnType<typeof startSending>>;
type Approver = Awaited<ReturnType<typeof makeApprover>>;

const RETRY_MS = 15_001;

let sending: Sending;
let ines: Approver;
let tom: Approver;
beforeAll(async () => {
  sending = await startSending({ treasuryUsd: 100_000 });
  [ines, tom] = [await makeApprover(), await makeApprover()];
});
const signing = (more: object = {}) =>
  setSigning({
    APPROVAL_SIGNATURE_ABOVE_USD: "100",
    APPROVER_KEYS: `ines=${ines.authenticator.fingerprint},tom=${tom.authenticator.fingerprint}`,
    ...more,
  });
beforeEach(() => signing());
afterEach(() => setSigning({}));
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

/** Creates a pending withdrawal to a new address. */
async function requested(amount = 200) {
  const to = anyAddress();
  const { id } = (await sending.wallet.create({ amount, toAddress: to })).json.data;
  return { id: String(id), to, netMicro: BigInt(amount) * 1_000_000n - 500_000n };
}

/** Creates a withdrawal that Ines approved with her passkey. */
async function approved(amount = 200) {
  const withdrawal = await requested(amount);
  const answer = await ines.approve(withdrawal.id);
  expect(answer.json.data.status, JSON.stringify(answer.json)).toBe("approved");
  return withdrawal;
}

/** Changes rows as the owner of the database can: past the rules, by switching the triggers off. */
async function tamper(table: string, statement: string, values: unknown[]): Promise<void> {
  await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await sql(statement, values);
  await sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

const signaturesFor = async ({ id }: { id: string }) =>
  (await sql("SELECT 1 FROM payouts WHERE withdrawal_id = $1", [id])).length;
const alertsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await sql(
      "SELECT text FROM alerts WHERE kind = 'payout_unsigned' AND subject = $1 AND closed_at IS NULL",
      [id],
    )
  ).map(({ text }) => text);

/** Expects that the treasury signs nothing for a withdrawal, which stays approved, with an alert. */
async function expectHeld(withdrawal: { id: string }, reason: RegExp): Promise<void> {
  await sending.look();
  expect(await signaturesFor(withdrawal)).toBe(0);
  expect(await alertsOf(withdrawal)).toEqual([expect.stringMatching(reason)]);
  expect((await sending.get(withdrawal.id)).status).toBe("approved");
}

describe("a payout above the amount for signatures", () => {
  test("is paid with the signature of an approver, and one up to the amount without", async () => {
    const [signed, small] = [await approved(), await sending.approved(50)];
    await sending.finish([signed, small]);
    expect(await sending.received(signed)).toBe(signed.netMicro);
    expect(await sending.received(small)).toBe(small.netMicro);
    expect(await alertsOf(signed)).toEqual([]);
  });

  test("is refused after its address was changed in the database, while others are paid", async () => {
    const [redirected, other] = [await approved(), await approved()];
    const thief = anyAddress();
    await tamper("withdrawals", "UPDATE withdrawals SET to_address = $2 WHERE id = $1", [
      ...[redirected.id, thief],
    ]);
    await sending.finish([other]);
    expect(await sending.received(other)).toBe(other.netMicro);
    await expectHeld(redirected, /approval of ines is signed for another .*address/);
    expect(await sending.chain.balanceOf(thief)).toBe(0n);
    expect(await sending.chain.balanceOf(redirected.to)).toBe(0n);

    // Corrected, it is paid to the address that was approved.
    await tamper("withdrawals", "UPDATE withdrawals SET to_address = $2 WHERE id = $1", [
      ...[redirected.id, redirected.to],
    ]);
    shiftClock(RETRY_MS);
    await sending.finish([redirected]);
    expect(await sending.received(redirected)).toBe(redirected.netMicro);
    expect(await alertsOf(redirected)).toEqual([]);
  });

  test("is refused after its amount was changed", async () => {
    const withdrawal = await approved();
    await tamper("withdrawals", "UPDATE withdrawals SET fee_micro_usd = 0 WHERE id = $1", [
      withdrawal.id,
    ]);
    await expectHeld(withdrawal, /approval of ines is signed for another .*amount/);
  });

  test("is refused when it was approved past the routes, without a signature", async () => {
    const withdrawal = await requested();
    await approveDirectly(withdrawal.id);
    await expectHeld(withdrawal, /needs the signature of an approver and has 0.*is not signed/);
    const wallet = await walletOf(sending.partner.partnerId);
    const failed = await decisionsIn(ines.browser).fail(withdrawal.id, {
      reason: "Nobody approved it",
      totp: codeOf(ines.person),
    });
    expect(failed.json.data.status).toBe("failed");
    expect(await walletOf(sending.partner.partnerId)).toBe(wallet + 200);
    expect(await alertsOf(withdrawal)).toEqual([]);
  });

  test("is refused with a signature of a passkey that was added to the database", async () => {
    const mallory = await makeApprover();
    const withdrawal = await requested();
    // Without APPROVER_KEYS, in staging, each registered passkey counts.
    signing({ APPROVER_KEYS: undefined });
    expect((await mallory.approve(withdrawal.id)).json.data.status).toBe("approved");
    signing();
    await expectHeld(
      withdrawal,
      new RegExp(`not in APPROVER_KEYS \\(${mallory.authenticator.fingerprint}\\)`),
    );
    signing({ APPROVER_KEYS: undefined });
    shiftClock(RETRY_MS);
    await sending.finish([withdrawal]);
    expect(await sending.received(withdrawal)).toBe(withdrawal.netMicro);
  });

  test("is refused with one approver's signature under two names, and with one of two that are needed", async () => {
    const withdrawal = await approved();
    const copied = "INSERT INTO withdrawal_approvals SELECT $1, $2, created_at, signature";
    await tamper(
      "withdrawal_approvals",
      `${copied} FROM withdrawal_approvals WHERE withdrawal_id = $1`,
      [...[withdrawal.id, tom.person.personId]],
    );
    signing({ APPROVAL_SIGNATURES: "2" });
    await expectHeld(withdrawal, /needs the signatures of 2 approvers and has 1/);
    signing();
    const other = await approved();
    const needTwoAbove = (amount: number | null) =>
      tamper("partners", "UPDATE partners SET second_approval_above_micro_usd = $2 WHERE id = $1", [
        ...[sending.partner.partnerId, amount],
      ]);
    await needTwoAbove(0);
    shiftClock(RETRY_MS);
    await expectHeld(other, /needs the signatures of 2 approvers and has 1/);
    await needTwoAbove(null);
    shiftClock(RETRY_MS);
    await sending.finish([withdrawal, other]);
    expect(await sending.received(other)).toBe(other.netMicro);
    expect(await sending.received(withdrawal)).toBe(withdrawal.netMicro);
  });
});

import "@/test/database";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne } from "@/app/api/admin/withdrawals/[id]/route";
import { onChanges } from "@/lib/kernel/changes";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { creditedTo, look } from "@/test/chain/deposits";
import { anyAddress } from "@/test/chain/sending";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { backUp, forgetProcess, restoreBackup } from "@/test/database/copy";
import { approveDirectly, approverId } from "@/test/fixtures/approvals";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makeOperator, makePerson, signedIn } from "@/test/fixtures/people";
import { postAs, postingsIn } from "@/test/fixtures/postings";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";
import { beginRestore } from "../restore-mode/begin-restore";
import { endRestore } from "../restore-mode/end-restore";
import { findPayouts } from "./find-payouts";

/** Threat 53: a restored database pays nothing twice, loses no money and gives out no deposit address twice. */
let treasury: TestTreasury;
let partner: TestPartner;
beforeAll(async () => {
  treasury = await startTreasury();
  // Not of the lost time.
  await approverId();
  partner = await treasury.partnerWith(2_000);
  await treasury.sweep();
  await treasury.settle();
  await readChain();
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

/** Mines until everything is confirmed, and reads the deposits, as the watcher of a running service does. */
async function readChain(): Promise<void> {
  await treasury.chain.mine(3);
  await look(treasury.chain);
}

const received = (to: Address) => treasury.chain.balanceOf(to);
const statusOf = async (id: string) => (await withdrawalsOf(partner).get(id)).json.data;
const findAll = () => findPayouts(endWithdrawal);
const mode = async () => {
  const [row] = await sql("SELECT started_by, reason FROM restores WHERE ended_at IS NULL");
  return row;
};

async function withdraw(amount: number, toAddress: Address, key: string = randomUUID()) {
  const { status, json } = await withdrawalsOf(partner).create({ amount, toAddress }, key);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return String(json.data.id);
}

/** Sends for several polls. Returns what was signed. */
async function sendOn(): Promise<{ signed: number; stored: number }> {
  const total = { signed: 0, stored: 0 };
  for (let i = 0; i < 3; i++) {
    const { signed, stored } = await treasury.send();
    total.signed += signed;
    total.stored += stored;
    await treasury.chain.mine();
  }
  return total;
}

async function restore(): Promise<void> {
  await restoreBackup();
  forgetProcess();
}

/** Books a found payout as two administrators do, by a debit of the partner's wallet. */
async function book(amount: number, reference: string): Promise<void> {
  const [one, other] = [await makeOperator(), await makeOperator()];
  await postAs(postingsIn(one), postingsIn(other), {
    ...{ kind: "correction", partnerId: partner.partnerId, direction: "debit", amount, reference },
    against: `custody:${treasury.chain.network.chain}:usdc`,
  });
}

describe("a copy of minutes ago", () => {
  const W1 = anyAddress();
  const W2 = anyAddress();
  const W3 = anyAddress();
  const key = randomUUID();
  let w1: string;
  let w2Hash: string;
  let w1Hash: string;
  let lostAddress: string;
  let lateDeposit: string;
  let adminId: string;

  beforeAll(async () => {
    adminId = (await makePerson()).personId;
    w1 = await withdraw(100, W1);
    await backUp();
    const w2 = await withdraw(201.5, W2, key);
    await approveDirectly(w1);
    await approveDirectly(w2);
    await treasury.settle();
    w1Hash = (await statusOf(w1)).txHash;
    w2Hash = (await statusOf(w2)).txHash;
    lostAddress = (await makePartner({ balanceUsd: 0 })).walletAddress;
    await treasury.deposit(lostAddress, 44);
    lateDeposit = await treasury.deposit(partner.walletAddress, 333);
    await readChain();
    expect([await received(W1), await received(W2)]).toEqual([micro(99.5), micro(201)]);
    await restore();
  });

  test("is equal to the chain of its own time, and says how far it is behind", async () => {
    const { state, behindBlocks } = await treasury.reconcile();
    expect(state).toBe("equal");
    expect(behindBlocks).toBeGreaterThan(5n);
  });

  test("has nothing signed that was approved before anybody declared it", async () => {
    expect(await mode()).toBeUndefined();
    await withdraw(201.5, W2, key);
    const [{ id }] = await sql("SELECT id FROM withdrawals ORDER BY id DESC LIMIT 1");
    await approveDirectly(id);
    await treasury.deposit(partner.walletAddress, 10);
    const changes: unknown[] = [];
    onChanges((...change) => changes.push(change));
    expect(await sendOn()).toEqual({ signed: 0, stored: 0 });
    onChanges(undefined);
    // Open pages show the found payouts.
    expect(changes).toContainEqual([null, ["withdrawals"]]);
    expect(await treasury.sweep()).toBe(0);
    expect(await received(W2)).toBe(micro(201));
    expect(await mode()).toMatchObject({
      started_by: null,
      reason: expect.stringContaining("which the database does not have"),
    });
  });

  test("has the withdrawal that was paid completed once, by its transaction", async () => {
    await findAll();
    await findAll();
    expect(await statusOf(w1)).toMatchObject({ status: "completed", txHash: w1Hash });
    const events = await eventsOf(partner.partnerId, "wallet.withdrawal.crypto");
    const completions = events.filter(({ data }) => data.withdrawalId === w1);
    expect(completions.map(({ data }) => [data.status, data.txHash])).toEqual([
      ["completed", w1Hash],
    ]);
    expect(await received(W1)).toBe(micro(99.5));
  });

  test("names the payout that it does not know, with the partner of the address", async () => {
    const { alerts } = treasury;
    const found = (await alerts()).filter(({ kind }) => kind === "payout_found");
    expect(found).toHaveLength(1);
    expect(found[0]?.text).toContain(w2Hash);
    expect(found[0]?.text).toContain(partner.partnerId);
    expect((await alerts()).map(({ kind }) => kind)).toContain("restore_mode");
  });

  test("marks a request that repeats it for the person who decides, and no other one", async () => {
    const browser = await signedIn(await makePerson({ role: "auditor" }));
    const of = async (id: string) => (await browser.call(getOne, { params: { id } })).json.data;
    const [{ id: repeated }] = await sql("SELECT id FROM withdrawals WHERE status = 'approved'");
    expect((await of(repeated)).samePayment).toMatchObject({ txHash: w2Hash });
    expect((await of(repeated)).isHeldAsRepeat).toBe(true);
    const later = await withdraw(201.5, W2);
    expect((await of(later)).samePayment).toMatchObject({ txHash: w2Hash });
    expect((await of(later)).isHeldAsRepeat).toBeUndefined();
    const other = await withdraw(202.5, W2);
    expect((await of(other)).samePayment).toBeUndefined();
    for (const id of [later, other])
      expect((await withdrawalsOf(partner).cancel(id)).status).toBe(200);
  });

  test("does not hold a request that was approved with the payment in view", async () => {
    const admin = await makePerson();
    const browser = await signedIn(admin);
    const later = await withdraw(201.5, W2);
    await approveDirectly(later);
    const shown = (await browser.call(getOne, { params: { id: later } })).json.data;
    expect(shown.samePayment).toMatchObject({ txHash: w2Hash });
    expect(shown.isHeldAsRepeat).toBeUndefined();
    const body = { reason: "Only an example", totp: codeOf(admin) };
    expect((await decisionsIn(browser).fail(later, body)).json.data.status).toBe("failed");
  });

  test("is approved only by a page that shows the payment", async () => {
    const admin = await makePerson();
    const { approve } = decisionsIn(await signedIn(admin));
    const later = await withdraw(201.5, W2);
    const totp = codeOf(admin);
    expectRefusal(await approve(later, { totp }), 409, "WITHDRAWAL_PAYMENT_FOUND");
    const other = { totp, samePayment: w1Hash };
    expectRefusal(await approve(later, other), 409, "WITHDRAWAL_PAYMENT_FOUND");
    expect((await statusOf(later)).status).toBe("pending");
    const seen = await approve(later, { totp, samePayment: w2Hash });
    expect(seen.json.data).toMatchObject({ status: "approved" });
    const body = { reason: "Only an example", totp };
    expect((await decisionsIn(await signedIn(admin)).fail(later, body)).status).toBe(200);
  });

  test("credits a deposit of the lost time once", async () => {
    await readChain();
    await look(treasury.chain);
    const credited = await creditedTo(partner.partnerId);
    expect(credited.filter((hash) => hash === lateDeposit)).toHaveLength(1);
  });

  test("gives out no address that the lost database gave out", async () => {
    const { walletAddress } = await makePartner({ balanceUsd: 0 });
    expect(walletAddress).not.toBe(lostAddress);
    const [{ from, to }] = await sql(
      `SELECT deposit_index_from::int AS from, deposit_index_to::int AS to FROM restores`,
    );
    expect(to - from).toBeGreaterThan(99_999);
    // Four for each second since 2026.
    const sinceS = (Date.now() - Date.UTC(2026, 0)) / 1_000;
    expect(Math.abs(to - 4 * sinceS)).toBeLessThan(4 * 600);
    const [{ index }] = await sql(
      "SELECT derivation_index AS index FROM deposit_addresses WHERE address = $1",
      [walletAddress],
    );
    expect(index).toBe(to + 1);
  });

  test("stays in restore mode until the payout is booked, and then pays what nobody has paid", async () => {
    const refused = await endRestore(adminId, { allowDifference: false });
    const [{ id: repeated }] = await sql("SELECT id FROM withdrawals WHERE status = 'approved'");
    expect(refused).toMatchObject({
      kind: "refused",
      obstacles: [
        expect.stringMatching(`^Not in the books: .*${w2Hash}`),
        expect.stringMatching(`^${repeated} was approved before ${w2Hash}`),
      ],
    });
    const before = await walletOf(partner.partnerId);
    await book(201, w2Hash);
    expect(await walletOf(partner.partnerId)).toBe(before - 201);
    await readChain();
    // A person fails the repeated request on its page.
    const admin = await makePerson();
    const failed = await decisionsIn(await signedIn(admin)).fail(repeated, {
      reason: "It was paid before the restore.",
      totp: codeOf(admin),
    });
    expect(failed.json.data).toMatchObject({ status: "failed", samePayment: { txHash: w2Hash } });
    expect(failed.json.data.isHeldAsRepeat).toBeUndefined();
    const w3 = await withdraw(50, W3);
    await approveDirectly(w3);
    expect(await sendOn()).toEqual({ signed: 0, stored: 0 });
    await findAll();
    await readChain();
    expect(await endRestore(adminId, { allowDifference: false })).toEqual({ kind: "ended" });
    await treasury.settle();
    await readChain();
    expect((await statusOf(w3)).status).toBe("completed");
    expect(await Promise.all([W1, W2, W3].map(received))).toEqual(
      [99.5, 201, 49.5].map((usd) => micro(usd)),
    );
    expect(await treasury.reconcile()).toMatchObject({ isEqual: true, behindBlocks: 0n });
    const open = (await treasury.alerts()).map(({ kind }) => kind);
    expect(open.filter((kind) => /restore_mode|payout_found/.test(kind))).toEqual([]);
    expect(await treasury.faults()).toEqual([]);
  });
});

describe("restore mode begins by itself", () => {
  const end = async () => {
    await readChain();
    await findAll();
    await readChain();
    expect(await endRestore((await makePerson()).personId, { allowDifference: false })).toEqual({
      kind: "ended",
    });
  };

  test("restore mode begins when a relayer's transactions are lost, though they paid nobody", async () => {
    await backUp();
    await treasury.deposit(partner.walletAddress, 70);
    expect(await treasury.sweep()).toBe(1);
    await treasury.settle();
    await readChain();
    await restore();
    await findAll();
    expect(await mode()).toMatchObject({ reason: expect.stringMatching(/^The relayer 0x/) });
    await end();
  });

  test("restore mode begins when the database goes back under a running process", async () => {
    await findAll();
    await backUp();
    await readChain();
    await findAll();
    await restoreBackup();
    await findAll();
    expect(await mode()).toMatchObject({
      reason: expect.stringMatching(/^The database went back/),
    });
    await end();
    // It does not begin again without a cause, in this process or another one.
    await findAll();
    await endTests();
    forgetProcess();
    await findAll();
    expect(await mode()).toBeUndefined();
  });
});

test("a copy of before an earlier restore gives out no address that was given out since", async () => {
  const { personId } = await makePerson();
  const addressAfterRestore = async () => {
    await restore();
    await backUp();
    await beginRestore(personId);
    return (await makePartner({ balanceUsd: 0 })).walletAddress;
  };
  await backUp();
  const given = await addressAfterRestore();
  // A skip frees four indexes for each second that has passed, and a real restore takes longer than this.
  await sleep(500);
  // The same backup again: it knows neither the address nor the restore.
  expect(await addressAfterRestore()).not.toBe(given);
  await sql("UPDATE restores SET ended_at = started_at, ended_by = $1", [personId]);
});

describe("restore mode that an administrator declares", () => {
  test("holds payouts, and is in the audit log with its end", async () => {
    const { personId: id } = await makePerson();
    expect((await beginRestore(id)).wasOn).toBe(false);
    expect((await beginRestore(id)).wasOn).toBe(true);
    const to = anyAddress();
    await approveDirectly(await withdraw(20, to));
    expect(await sendOn()).toEqual({ signed: 0, stored: 0 });
    await readChain();
    expect(await endRestore(id, { allowDifference: false })).toEqual({ kind: "ended" });
    expect(await endRestore(id, { allowDifference: false })).toEqual({ kind: "off" });
    await treasury.settle();
    expect(await received(to)).toBe(micro(19.5));
    const entries = await sql(
      "SELECT action FROM audit_entries WHERE person_id = $1 AND action LIKE 'restore%' ORDER BY id",
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "restore_mode.on",
      "restore_mode.end_sessions",
      "restore_mode.on",
      "restore_mode.end_sessions",
      "restore_mode.off",
    ]);
  });
});

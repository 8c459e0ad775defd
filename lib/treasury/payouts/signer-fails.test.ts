import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { ChainSigner } from "@/lib/chain/signer/port";
import { chainSigner } from "@/lib/chain/signer/signer";
import { forgetEnv } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { type Sending, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { sendOnChain } from "./send-on-chain";
import { raiseSignerFault, SignerFault } from "./signer-fault";

const FINAL_BLOCKS = 8;

/** Failures of a key-management service. */
let sending: Sending;
let signer: ChainSigner;
beforeAll(async () => {
  // The finalized block is eight blocks behind the head.
  sending = await startSending({ slotsInAnEpoch: 4 });
  const found = chainSigner();
  if (!found) throw new Error("no signer");
  signer = found;
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await sending.faults()).toEqual([]);
});

/** Makes this process one that has not written alerts: it was just started, or another one opened them. */
const forgetAlerts = () => perProcess("payoutAlerts", () => new Map()).clear();

test("an unreachable signer does not stop stored transactions, which are resent and completed", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(sent);
  const waiting = await sending.approved();
  vi.spyOn(signer, "signAuthorization").mockRejectedValue(new Error("the service is away"));
  await chain.drop(stored?.hash ?? "0x");
  await expect(sending.look()).rejects.toThrow("away");
  await chain.mine(2);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  await expect(sending.look()).rejects.toThrow("away");
  expect((await sending.get(sent.id)).status).toBe("completed");
  vi.restoreAllMocks();
  await sending.finish([waiting]);
  expect(await sending.received(waiting)).toBe(waiting.netMicro);
});

test("keys that do not sign open an alert, which closes when they sign again", async () => {
  const waiting = await sending.approved();
  const refusal = new Error("KMSInvalidStateException: the key is pending deletion");
  vi.spyOn(signer, "signAuthorization").mockRejectedValue(refusal);
  const textOf = async () =>
    (await sql("SELECT text FROM alerts WHERE kind = 'signer_missing' AND closed_at IS NULL")).map(
      ({ text }) => text,
    );
  for (let poll = 0; poll < 2; poll++) {
    await expect(sending.look()).rejects.toThrow("pending deletion");
    expect(await textOf()).toEqual([expect.stringContaining("the key is pending deletion")]);
  }
  vi.restoreAllMocks();
  await sending.finish([waiting]);
  expect(await textOf()).toEqual([]);
});

test("the alert stays open while nothing can be signed for another reason, until the keys sign again", async () => {
  const { chain } = sending;
  const alertsAboutSigner = () =>
    sql("SELECT id, closed_at FROM alerts WHERE kind = 'signer_missing' ORDER BY id");
  const waiting = await sending.approved();
  vi.spyOn(signer, "signAuthorization").mockRejectedValue(new Error("the vault is away"));
  await expect(sending.look()).rejects.toThrow("the vault is away");
  const before = await alertsAboutSigner();
  expect(before.at(-1)).toMatchObject({ closed_at: null });
  await chain.setPaused(true);
  await chain.mine();
  await sending.look();
  expect(await alertsAboutSigner()).toEqual(before);
  // Nor does a process close it that does not know of the failure.
  forgetAlerts();
  await sending.look();
  expect(await alertsAboutSigner()).toEqual(before);
  await chain.setPaused(false);
  await chain.mine();
  await expect(sending.look()).rejects.toThrow("the vault is away");
  expect(await alertsAboutSigner()).toEqual(before);
  vi.restoreAllMocks();
  await sending.finish([waiting]);
  expect(await sending.alerts()).toEqual([]);
});

test("a process whose keys have signed does not close the alert that another one opened since", async () => {
  const { chain } = sending;
  await sending.finish([await sending.approved()]);
  const waiting = await sending.approved();
  await raiseSignerFault(chain.network.chain, new SignerFault("treasury", new Error("away")));
  forgetAlerts();
  await chain.setPaused(true);
  await chain.mine();
  await sending.look();
  expect(await sending.alerts()).toContainEqual({
    kind: "signer_missing",
    subject: `${chain.network.chain}:treasury`,
  });
  await chain.setPaused(false);
  await chain.mine();
  await sending.finish([waiting]);
  expect(await sending.alerts()).toEqual([]);
});

test("a relayer's key that does not sign opens the alert too", async () => {
  const waiting = await sending.approved();
  vi.spyOn(signer, "signTransaction").mockRejectedValue(new Error("the vault is away"));
  await expect(sending.look()).rejects.toThrow("the vault is away");
  expect(await sending.alerts()).toMatchObject([{ kind: "signer_missing" }]);
  vi.restoreAllMocks();
  await sending.finish([waiting]);
  expect(await sending.alerts()).toEqual([]);
});

test("a key that signs while the other one fails is not remembered as failing", async () => {
  const waiting = await sending.approved();
  vi.spyOn(signer, "signAuthorization").mockRejectedValueOnce(new Error("the vault is away"));
  await expect(sending.look()).rejects.toThrow("the vault is away");
  vi.spyOn(signer, "signTransaction").mockRejectedValueOnce(new Error("the vault is away"));
  await expect(sending.look()).rejects.toThrow("the vault is away");
  expect(await sending.alerts()).toMatchObject([{ kind: "signer_missing" }]);
  // The payout is signed by now, so this poll needs the relayer's key alone.
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 1 });
  expect(await sending.alerts()).toEqual([]);
  await sending.finish([waiting]);
});

test("the alert closes when the withdrawal that waits for the key is given up", async () => {
  const { partnerId } = sending.partner;
  const sent = await sending.approved();
  await sending.look();
  const waiting = await sending.approved();
  vi.spyOn(signer, "signAuthorization").mockRejectedValueOnce(new Error("the vault is away"));
  await expect(sending.look()).rejects.toThrow("the vault is away");
  const giveUp = { state: "failed", reason: "The address is wrong" } as const;
  await endWithdrawal({ withdrawalId: waiting.id, partnerId }, giveUp);
  await sending.look();
  expect(await sending.transactions(sent)).toMatchObject([{ status: "pending" }]);
  expect(await sending.alerts()).toEqual([]);
  await sending.finish([sent]);
});

test("a payout that expired is refunded while nothing can be signed", async () => {
  const { chain } = sending;
  const expired = await sending.approved();
  await sending.look();
  const [stored] = await sending.transactions(expired);
  await chain.drop(stored?.hash ?? "0x");
  await chain.increaseTime(25 * 3_600);
  await chain.mine(FINAL_BLOCKS + 1);
  const waiting = await sending.approved();
  vi.spyOn(signer, "signAuthorization").mockRejectedValue(new Error("the service is away"));
  vi.spyOn(signer, "signTransaction").mockRejectedValue(new Error("the service is away"));
  await expect(sending.look()).rejects.toThrow("away");
  expect((await sending.get(expired.id)).status).toBe("failed");
  expect(await sending.received(expired)).toBe(0n);
  vi.restoreAllMocks();
  await sending.finish([waiting]);
});

test("a signature by another key is never stored: a withdrawal has one authorization", async () => {
  const waiting = await sending.approved();
  const other = privateKeyToAccount(generatePrivateKey());
  vi.spyOn(signer, "signAuthorization").mockImplementation((_, message) =>
    other.signTypedData(message),
  );
  await expect(sending.look()).rejects.toThrow("instead of the treasury");
  expect(await sql("SELECT 1 FROM payouts WHERE withdrawal_id = $1", [waiting.id])).toEqual([]);
  vi.restoreAllMocks();
  await sending.finish([waiting]);
  expect(await sending.received(waiting)).toBe(waiting.netMicro);
});

test("signatures that take longer together than the lease lasts are used", async () => {
  process.env.CHAIN_LEASE_MS = "3000";
  forgetEnv();
  const waiting = [];
  for (let i = 0; i < 4; i++) waiting.push(await sending.approved());
  const sign = signer.signAuthorization.bind(signer);
  vi.spyOn(signer, "signAuthorization").mockImplementation(async (...asked) => {
    await sleep(1_100);
    return sign(...asked);
  });
  expect(await sending.look()).toMatchObject({ signed: 4, stored: 4 });
  vi.restoreAllMocks();
  delete process.env.CHAIN_LEASE_MS;
  forgetEnv();
  await sending.finish(waiting);
});

test("a result that cannot be recorded delays no other and is recorded later", async () => {
  const { chain, network } = { ...sending, network: sending.chain.network };
  const [first, second] = [await sending.approved(), await sending.approved()];
  await sending.look();
  await chain.mine(2);
  await sendOnChain(network, {
    end: async (payout, end) => {
      if (payout.withdrawalId === first.id) throw new Error("no");
      await endWithdrawal(payout, end);
    },
  });
  expect((await sending.get(first.id)).status).toBe("approved");
  expect((await sending.get(second.id)).status).toBe("completed");
  expect(await sending.look()).toMatchObject({ completed: 1, stored: 0 });
  expect((await sending.get(first.id)).status).toBe("completed");
});

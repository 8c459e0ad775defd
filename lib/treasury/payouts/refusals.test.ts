import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { forgetEnv } from "@/lib/kernel/env";
import { startChainProxy } from "@/test/chain/proxy";
import { anyAddress, type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { takeKeys } from "@/test/chain/without-keys";
import { endTests, sql } from "@/test/fixtures/make";
import { GAS_PRICE_ORACLE } from "./posting-fee";

/**
 * Threat 11: nothing is signed while it cannot be paid. The withdrawal stays approved, an alert opens, and the payout
 * continues by itself.
 */
let sending: Sending;
beforeAll(async () => {
  sending = await startSending({ treasuryUsd: 1_000 });
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
const NOTHING = { signed: 0, stored: 0, completed: 0, failed: 0 };
const kinds = async () => (await sending.alerts()).map(({ kind }) => kind);

async function setting(name: string, value: string | undefined): Promise<void> {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
  forgetEnv();
}

async function expectWaiting(withdrawal: SentWithdrawal): Promise<void> {
  expect((await sending.get(withdrawal.id)).status).toBe("approved");
  expect(await sending.received(withdrawal)).toBe(0n);
}

async function expectPaid(...withdrawals: SentWithdrawal[]): Promise<void> {
  await sending.finish(withdrawals);
  for (const each of withdrawals) {
    expect((await sending.get(each.id)).status).toBe("completed");
    expect(await sending.received(each)).toBe(each.netMicro);
  }
  // A poll with nothing waiting closes the alerts.
  await sending.look();
}

test("the alert about missing keys closes once there are keys, also while fees keep them from signing", async () => {
  const waiting = await sending.approved();
  const bringBack = takeKeys();
  await sending.look();
  expect(await kinds()).toEqual(["signer_missing"]);
  bringBack();
  await sending.chain.setNextBaseFee(30n * 10n ** 9n);
  await sending.chain.mine();
  await sending.look();
  expect(await kinds()).toEqual(["fees_high"]);
  await sending.chain.setNextBaseFee(1_000n);
  await sending.chain.mine();
  await expectPaid(waiting);
});

test("without keys nothing is sent, and with them again payouts continue", async () => {
  const waiting = await sending.approved();
  const bringBack = takeKeys();
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(await kinds()).toEqual(["signer_missing"]);
  await expectWaiting(waiting);
  bringBack();
  await expectPaid(waiting);
});

test("payouts that were sent before the keys were removed are still completed", async () => {
  const sent = await sending.approved();
  await sending.look();
  const bringBack = takeKeys();
  await expectPaid(sent);
  bringBack();
});

test("with a paused token nothing is signed, and all is sent after the pause", async () => {
  const { chain } = sending;
  const both = [await sending.approved(), await sending.approved()];
  await chain.setPaused(true);
  await chain.mine();
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(await sending.alerts()).toEqual([{ kind: "token_refuses", subject: "base-sepolia" }]);
  for (const each of both) await expectWaiting(each);
  await chain.setPaused(false);
  await chain.mine();
  await expectPaid(...both);
});

test("with a blocklisted treasury nothing is signed, and all is sent afterwards", async () => {
  const { chain, treasury } = sending;
  const waiting = await sending.approved();
  await chain.setBlocklisted(treasury, true);
  await chain.mine();
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(await sending.alerts()).toEqual([{ kind: "token_refuses", subject: "base-sepolia" }]);
  await chain.setBlocklisted(treasury, false);
  await chain.mine();
  await expectPaid(waiting);
});

test("blocklisted recipients beyond the limit in flight delay no other payout", async () => {
  const { chain } = sending;
  const blocked = anyAddress();
  await chain.setBlocklisted(blocked, true);
  await chain.mine();
  const waiting = [];
  for (let i = 0; i < 18; i++) waiting.push(await sending.approved(5, blocked));
  const behind = await sending.approved(6);
  await sending.finish([behind]);
  expect((await sending.get(behind.id)).status).toBe("completed");
  expect(await chain.balanceOf(blocked)).toBe(0n);
  const refused = (await sending.alerts()).map(({ kind, subject }) => `${kind} ${subject}`);
  expect(refused).toEqual(waiting.map(({ id }) => `token_refuses ${id}`).sort());

  await chain.setBlocklisted(blocked, false);
  await chain.mine();
  shiftClock(RETRY_MS);
  await sending.finish(waiting, 20);
  expect(await chain.balanceOf(blocked)).toBe(18n * 4_500_000n);
  await sending.look();
});

test("if the token pauses after sending, the transaction fails, the withdrawal does not, and it is paid once", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.look();
  // Mined before it in the same block.
  await chain.setBalanceOfNative(chain.faucet.address, 10n ** 24n);
  await chain.client.request({
    method: "eth_sendTransaction",
    params: [
      {
        ...{ from: chain.faucet.address, to: chain.tokenAddress("usdc"), data: "0x8456cb59" },
        ...{ maxFeePerGas: "0x174876e800", maxPriorityFeePerGas: "0x174876e800" },
      },
    ],
  } as never);
  await chain.mine(2);
  expect(await sending.look()).toMatchObject(NOTHING);
  const [first] = await sending.transactions(sent);
  const receipt = await chain.client.getTransactionReceipt({ hash: first?.hash ?? "0x" });
  expect(receipt.status).toBe("reverted");
  expect(await sending.alerts()).toEqual([{ kind: "token_refuses", subject: sent.id }]);
  await expectWaiting(sent);

  await chain.setPaused(false);
  await chain.mine();
  shiftClock(RETRY_MS);
  await expectPaid(sent);
  const statuses = (await sending.transactions(sent)).map(({ status }) => status);
  expect(statuses).toEqual(["superseded", "mined"]);
});

test("a short treasury pays what it covers, oldest first, and the rest once it is funded", async () => {
  const { chain, treasury } = sending;
  const held = Number(await chain.balanceOf(treasury)) / 1e6;
  const [large, small] = [await sending.approved(held + 1_000), await sending.approved(10)];
  await sending.look();
  expect(await sending.alerts()).toEqual([{ kind: "treasury_short", subject: "base-sepolia" }]);
  await expectWaiting(large);
  await sending.finish([small]);
  expect(await sending.received(small)).toBe(small.netMicro);
  await expectWaiting(large);
  expect(await sending.transactions(large)).toEqual([]);

  await chain.mint(treasury, large.netMicro);
  await chain.mine();
  await expectPaid(large);
});

test("never more is signed than the treasury has, also before anything is mined", async () => {
  const { chain, treasury } = sending;
  const spare = (await chain.balanceOf(treasury)) - 100_000_000n;
  await chain.transfer({ from: treasury, to: anyAddress(), amountMicro: spare });
  await chain.mine();
  const three = [];
  for (let i = 0; i < 3; i++) three.push(await sending.approved(45));
  expect(await sending.look()).toMatchObject({ signed: 2 });
  expect(await sending.look()).toMatchObject({ signed: 0 });
  expect(await kinds()).toEqual(["treasury_short"]);
  await chain.mint(treasury, 1_000_000_000n);
  await chain.mine();
  await expectPaid(...three);
});

test("with a relayer without gas nothing is signed, and all is sent once it has gas", async () => {
  const { chain, relayer } = sending;
  const waiting = await sending.approved();
  await chain.setBalanceOfNative(relayer, 0n);
  await chain.mine();
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(await kinds()).toEqual(["gas_low"]);
  await expectWaiting(waiting);
  await chain.setBalanceOfNative(relayer, 10n ** 20n);
  await chain.mine();
  await expectPaid(waiting);
});

test("on a rollup the relayer also needs what posting costs", async () => {
  const { chain, relayer } = sending;
  const waiting = await sending.approved();
  const ether = 10n ** 18n;
  const setPostingFee = async (wei: bigint) => {
    // PUSH32 wei, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
    const bytecode = `0x7f${wei.toString(16).padStart(64, "0")}5f5260205ff3` as const;
    await chain.client.setCode({ address: GAS_PRICE_ORACLE, bytecode });
  };
  await setPostingFee(2n * ether);
  await chain.setBalanceOfNative(relayer, 3n * ether);
  await chain.mine();
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(await kinds()).toEqual(["gas_low"]);
  await setPostingFee(ether);
  await chain.mine();
  expect(await sending.look()).toMatchObject({ signed: 1 });
  expect(await kinds()).toEqual([]);
  await chain.client.setCode({ address: GAS_PRICE_ORACLE, bytecode: "0x" });
  await chain.setBalanceOfNative(relayer, 10n ** 20n);
  await chain.mine();
  await expectPaid(waiting);
});

test("with fees above the cap nothing is signed until they have fallen", async () => {
  const { chain } = sending;
  const waiting = await sending.approved();
  await chain.setNextBaseFee(30n * 10n ** 9n);
  await chain.mine();
  expect(await sending.look()).toMatchObject(NOTHING);
  expect(await kinds()).toEqual(["fees_high"]);
  await expectWaiting(waiting);
  await setting("CHAIN_MAX_FEE_GWEI", "100");
  await sending.look();
  expect(await kinds()).toEqual([]);
  await setting("CHAIN_MAX_FEE_GWEI", undefined);
  await chain.setNextBaseFee(1_000n);
  await expectPaid(waiting);
});

test("an address in any letter case is paid, with or without a valid checksum", async () => {
  const lower = anyAddress();
  const [a, b] = [
    await sending.approved(10, `0x${lower.slice(2).toUpperCase()}` as `0x${string}`),
    await sending.approved(10, "0x52908400098527886e0F7030069857D2E4169EE7"),
  ];
  await expectPaid({ ...a, to: lower }, { ...b, to: b.to.toLowerCase() as `0x${string}` });
});

test("unpayable recipients and an unusual response of the node delay no other payout", async () => {
  const { chain } = sending;
  const nowhere = await sending.approved(10);
  await chain.setBlocklisted(nowhere.to, true);
  await chain.mine();
  const odd = await sending.approved(11);
  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  const isOdd = ([call]: unknown[]) => JSON.stringify(call).includes(odd.to.slice(2));
  const refuse = { kind: "refuse", message: "EVM error PrecompileError" } as const;
  proxy.setFault("eth_call", refuse, { when: isOdd });
  const behind = await sending.approved(12);
  await sending.finish([behind]);
  expect((await sending.get(behind.id)).status).toBe("completed");
  await expectWaiting(odd);
  expect((await sending.get(nowhere.id)).status).toBe("approved");
  expect(await sending.alerts()).toEqual([{ kind: "token_refuses", subject: nowhere.id }]);

  proxy.clearFaults("eth_call");
  proxy.setFault("eth_estimateGas", refuse, { when: isOdd });
  shiftClock(RETRY_MS);
  const another = await sending.approved(13);
  await sending.finish([another]);
  expect((await sending.get(another.id)).status).toBe("completed");
  await expectWaiting(odd);
  proxy.clearFaults();
  shiftClock(RETRY_MS);
  await expectPaid(odd);
  await proxy.stop();
  chain.pointTo(chain.rpcUrl);
  await sql("UPDATE alerts SET closed_at = now() WHERE subject = $1", [nowhere.id]);
});

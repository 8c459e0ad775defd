import "@/test/database";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as reconcileRoute } from "@/app/api/internal/chain/reconcile/route";
import { env } from "@/lib/kernel/env";
import { look } from "@/test/chain/deposits";
import { startChainProxy } from "@/test/chain/proxy";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { call, deposit, endTests, makePartner, sql } from "@/test/fixtures/make";
import { reconcile } from "./reconcile";

let treasury: TestTreasury;
let about: string;
beforeAll(async () => {
  treasury = await startTreasury();
  about = `${treasury.chain.network.chain}:usdc`;
  await treasury.partnerWith(50);
  await treasury.sweep();
  await treasury.settle();
  await look(treasury.chain);
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const run = async () =>
  (
    await call(reconcileRoute, {
      method: "POST",
      headers: { authorization: `Bearer ${env().CRON_SECRET}` },
    })
  ).json.data;
const raised = async () =>
  (await treasury.alerts()).filter(({ kind }) => kind === "reconciliation");

describe("the job", () => {
  test("opens an alert with the transaction, keeps it, and closes it when books and chain are equal", async () => {
    const { chain } = treasury;
    expect(await run()).toEqual({ equal: 1, unequal: 0, unreachable: 0 });
    expect(await raised()).toEqual([]);
    const hash = await chain.transfer({ to: treasury.treasury, amountMicro: micro(12.5) });
    await chain.mine(3);
    await look(chain);
    const head = await chain.headNumber();
    expect(await run()).toEqual({ equal: 0, unequal: 1, unreachable: 0 });
    const [alert, ...more] = await raised();
    expect([alert?.subject, more]).toEqual([about, []]);
    expect(alert?.text).toContain(`usdc on base-sepolia at block ${head - 1n}: 12.50 more`);
    expect(alert?.text).toContain(hash);
    await run();
    expect(await raised()).toHaveLength(1);

    // An unreachable chain leaves the alert unchanged.
    chain.pointTo("http://127.0.0.1:9");
    expect(await run()).toEqual({ equal: 0, unequal: 0, unreachable: 1 });
    chain.pointTo(chain.rpcUrl);
    expect(await raised()).toHaveLength(1);

    const { treasury: from } = treasury;
    await chain.transfer({ from, to: chain.faucet.address, amountMicro: micro(12.5) });
    await chain.mine(3);
    await look(chain);
    await run();
    expect(await raised()).toEqual([]);
  });
});

test("a missed deposit on an address without deposits is found when all addresses are read", async () => {
  const { chain } = treasury;
  const { walletAddress } = await makePartner({ balanceUsd: 0 });
  const hash = await chain.transfer({ to: walletAddress as Address, amountMicro: micro(9) });
  await chain.mine(3);
  await sql("UPDATE chain_cursors SET block_number = $1, block_hash = NULL", [
    await chain.headNumber(),
  ]);
  // Addresses without deposits are not read by default, so there is no difference.
  expect((await treasury.reconcile()).usdc.differenceMicroUsd).toBe(0n);
  const { usdc } = await treasury.reconcile({ isWhole: true });
  expect(usdc.differenceMicroUsd).toBe(micro(9));
  expect(usdc.causes).toMatchObject([
    { kind: "received", account: walletAddress.toLowerCase(), txHash: hash },
  ]);
  await sql("UPDATE chain_cursors SET block_number = block_number - 5");
  await look(chain);
  expect((await treasury.reconcile({ isWhole: true })).usdc.differenceMicroUsd).toBe(0n);
});

test("a node that serves few blocks at once: differences and late deposits are found as well", async () => {
  const { chain } = treasury;
  const { walletAddress } = await makePartner({ balanceUsd: 0 });
  await chain.transfer({ to: walletAddress as Address, amountMicro: micro(5) });
  const hash = await chain.transfer({ to: treasury.treasury, amountMicro: micro(7) });
  await chain.mine(160);
  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  // biome-ignore lint/suspicious/noExplicitAny: what nodes are asked
  const isLong = ([{ fromBlock, toBlock }]: any[]) => Number(toBlock) - Number(fromBlock) >= 20;
  const refusal = { kind: "refuse", message: "exceeds the maximum block range" } as const;
  proxy.setFault("eth_getLogs", refusal, { when: isLong });
  const { usdc } = await treasury.reconcile();
  expect(usdc).toMatchObject({
    differenceMicroUsd: micro(7),
    uncreditedMicroUsd: micro(5),
    causes: [{ kind: "received", txHash: hash }],
  });
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  const { treasury: from } = treasury;
  await chain.transfer({ from, to: chain.faucet.address, amountMicro: micro(7) });
  await chain.mine(3);
  await look(chain);
  expect((await treasury.reconcile()).usdc.differenceMicroUsd).toBe(0n);
});

test("a credited deposit that a reorganization removed is reported with its transaction", async () => {
  const { chain } = treasury;
  const { walletAddress } = await makePartner({ balanceUsd: 0 });
  const hash = await treasury.deposit(walletAddress, 11);
  await chain.reorg(6);
  await chain.mine(2);
  const { usdc } = await treasury.reconcile();
  expect(usdc.differenceMicroUsd).toBe(micro(-11));
  expect(usdc.causes).toMatchObject([
    { kind: "not_on_chain", account: walletAddress.toLowerCase(), txHash: hash },
  ]);
  // A second transfer makes up for the credited amount.
  await chain.transfer({ to: treasury.treasury, amountMicro: micro(11) });
  await chain.mine(3);
  await look(chain);
  expect((await treasury.reconcile()).usdc.differenceMicroUsd).toBe(0n);
});

test("a credit without a transfer on chain is reported", async () => {
  const { partnerId, walletAddress } = await makePartner({ balanceUsd: 0 });
  await deposit(partnerId, walletAddress, 13);
  const { usdc, isEqual } = await treasury.reconcile();
  expect([usdc.differenceMicroUsd, isEqual]).toEqual([micro(-13), false]);
  expect(usdc.causes).toEqual([
    expect.objectContaining({ kind: "no_block", account: walletAddress, txHash: null }),
  ]);
  await treasury.chain.transfer({ to: treasury.treasury, amountMicro: micro(13) });
  await treasury.chain.mine(3);
  await look(treasury.chain);
});

describe("an unreadable chain", () => {
  const stateOf = async () => {
    const { chains, isEqual } = await reconcile();
    return { outcome: chains.find((each) => `${each.chain}:usdc` === about), isEqual };
  };

  test("is not equal, with the reason", async () => {
    const { chain } = treasury;
    const proxy = await startChainProxy(chain.rpcUrl);
    chain.pointTo(proxy.url);
    expect(await stateOf()).toMatchObject({ outcome: { state: "equal" }, isEqual: true });
    await proxy.stop();
    const { outcome, isEqual } = await stateOf();
    expect([outcome?.state, isEqual]).toEqual(["unreachable", false]);
    expect(JSON.stringify(outcome)).not.toContain(proxy.url);
    chain.pointTo(chain.rpcUrl);
  });

  test("a chain without a node is off: equal only while the books have nothing on it", async () => {
    const { chain } = treasury;
    chain.pointTo(undefined);
    expect(await stateOf()).toMatchObject({ outcome: { state: "off" }, isEqual: false });
    chain.pointTo(chain.rpcUrl);
    expect(await stateOf()).toMatchObject({ outcome: { state: "equal" }, isEqual: true });
  });

  test("a watcher that is far behind causes no difference", async () => {
    const { chain } = treasury;
    const { walletAddress } = await makePartner({ balanceUsd: 0 });
    await chain.transfer({ to: walletAddress as Address, amountMicro: micro(5) });
    await chain.mine(150);
    const { usdc, block } = await treasury.reconcile();
    expect(block.number).toBe((await chain.headNumber()) - 100n);
    expect(usdc).toMatchObject({ differenceMicroUsd: 0n, uncreditedMicroUsd: micro(5) });
  });
});

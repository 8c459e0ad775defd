import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { startChainProxy } from "@/test/chain/proxy";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { eventually } from "@/test/eventually";
import { endTests, sql } from "@/test/fixtures/make";
import { prove, rotateRelayer, rotateTreasury } from "./rotate";

const FORMER = {
  CHAIN_TREASURY_KEY: process.env.CHAIN_TREASURY_KEY,
  CHAIN_RELAYER_KEY: process.env.CHAIN_RELAYER_KEY,
};
const NEW_KEY = generatePrivateKey();
const NEW = privateKeyToAddress(NEW_KEY);

function configure(settings: Record<string, string | undefined>): void {
  Object.assign(process.env, settings);
  forgetEnv();
}
const withFormer = () => configure(FORMER);
const withNew = () => configure({ ...FORMER, CHAIN_TREASURY_KEY: NEW_KEY });

async function proofOf(settings: () => void, purpose: "treasury" | "relayer" = "treasury") {
  settings();
  const proof = await prove(purpose);
  withFormer();
  return proof;
}

let treasury: TestTreasury;
beforeAll(async () => {
  treasury = await startTreasury();
});
afterEach(withFormer);
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const balance = (of: `0x${string}`) => treasury.chain.balanceOf(of);
/** Mines until everything up to now is confirmed. */
const confirm = () => treasury.chain.mine(3);

test("before a key was in use there is nothing to rotate", async () => {
  await expect(rotateTreasury(await proofOf(withNew))).rejects.toThrow("No process has used");
});

test("only a proof by the new key itself, for this service and purpose, is taken", async () => {
  await treasury.partnerWith(100);
  await treasury.sweep();
  await treasury.settle();
  expect(await balance(treasury.treasury)).toBe(100_000_000n);
  const proof = await proofOf(withNew);
  const [, signature = ""] = proof.split(":");
  const relayers = await proofOf(withNew, "relayer");
  configure({ BASE_URL: "http://127.0.0.1:3999", NEXTAUTH_URL: "http://127.0.0.1:3999" });
  const elsewhere = await proofOf(withNew);
  configure({ BASE_URL: "http://127.0.0.1:3000", NEXTAUTH_URL: "http://127.0.0.1:3000" });
  for (const wrong of [
    ...["", NEW, `${treasury.relayer}:${signature}`, `${NEW}:0x12`, relayers, elsewhere],
  ])
    await expect(rotateTreasury(wrong)).rejects.toThrow("no proof of a new key");
  await expect(rotateTreasury(await proofOf(withFormer))).rejects.toThrow(
    "settings of the new key",
  );
  withNew();
  await expect(rotateTreasury(proof)).rejects.toThrow("settings of the new key");
  expect(await balance(NEW)).toBe(0n);
});

test("everything but signed payouts moves; the books stay equal at each step", async () => {
  const partner = await treasury.partnerWith(60);
  await treasury.sweep();
  await treasury.settle();
  const proof = await proofOf(withNew);
  await treasury.partnerWith(7);
  // Signed by the former key, and not mined; before that a sweep to its address.
  await treasury.chain.setMining("manual");
  await treasury.sweep();
  const payout = await treasury.approved(partner, 20);
  await treasury.send();

  const { from, to, moves } = await rotateTreasury(proof);
  expect([from, to]).toEqual([treasury.treasury, NEW]);
  const usdc = moves.find(
    ({ chain, token }) => chain === treasury.chain.network.chain && token === "usdc",
  );
  expect(usdc).toMatchObject({ movedMicroUsd: 140_500_000n, leftMicroUsd: 26_500_000n });
  // The former key signs nothing more, and what it signed is still sent.
  const late = await treasury.approved(partner, 10);
  expect(await treasury.send()).toMatchObject({ signed: 0 });
  expect((await treasury.alerts()).map(({ kind }) => kind)).toContain("signer_missing");

  withNew();
  expect((await treasury.reconcile()).isEqual).toBe(true);
  await treasury.settle();
  await confirm();
  expect(await balance(payout.to)).toBe(19_500_000n);
  expect(await balance(late.to)).toBe(9_500_000n);
  expect(await balance(NEW)).toBe(140_500_000n - 9_500_000n);
  expect(await balance(treasury.treasury)).toBe(7_000_000n);
  const { isEqual, treasuries } = await treasury.reconcile();
  expect([isEqual, treasuries]).toEqual([true, expect.arrayContaining([NEW, treasury.treasury])]);
  expect(treasuries[0]).toBe(NEW);
  expect(await treasury.faults()).toEqual([]);
});

test("tokens that arrive at the former treasury later are counted, and moved by another run", async () => {
  const proof = await proofOf(withNew);
  await treasury.chain.setMining("auto");
  await treasury.deposit(treasury.treasury, 5);
  expect((await treasury.reconcile()).usdc.differenceMicroUsd).toBe(5_000_000n);
  const before = await balance(NEW);
  const again = await rotateTreasury(proof);
  expect(again.moves.find(({ token }) => token === "usdc")?.movedMicroUsd).toBe(12_000_000n);
  const [{ versions }] = await sql(
    "SELECT count(*)::int AS versions FROM signer_addresses WHERE purpose = 'treasury'",
  );
  expect(versions).toBe(2);
  withNew();
  await treasury.settle();
  expect(await balance(NEW)).toBe(before + 12_000_000n);
});

test("a former treasury is not empty on a chain whose node is away", async () => {
  const proof = await proofOf(withNew);
  const empty = await rotateTreasury(proof);
  expect(empty.moves.map(({ leftMicroUsd }) => leftMicroUsd)).toEqual(empty.moves.map(() => 0n));
  expect(empty.awayChains).toEqual([]);
  configure({ RPC_URL_POLYGON_AMOY: "http://127.0.0.1:9" });
  try {
    expect((await rotateTreasury(proof)).awayChains).toEqual(["polygon-amoy"]);
  } finally {
    delete process.env.RPC_URL_POLYGON_AMOY;
    forgetEnv();
  }
});

const NEXT_RELAYER = generatePrivateKey();
const withNext = () => configure({ CHAIN_TREASURY_KEY: NEW_KEY, CHAIN_RELAYER_KEY: NEXT_RELAYER });

test("a relayer is replaced only while none of its transactions is open", async () => {
  const proof = await proofOf(withNext, "relayer");
  withNew();
  const partner = await treasury.partnerWith(30);
  await treasury.chain.setMining("manual");
  await treasury.approved(partner, 10);
  await treasury.send();
  await expect(rotateRelayer(proof)).rejects.toThrow("that are not mined");
  await treasury.settle();
  const next = privateKeyToAddress(NEXT_RELAYER);
  expect(await rotateRelayer(proof)).toEqual({ from: treasury.relayer, to: next });
  withNext();
  await treasury.chain.setBalanceOfNative(next, 10n ** 20n);
  const paid = await treasury.approved(partner, 10);
  await treasury.settle();
  expect(await balance(paid.to)).toBe(9_500_000n);
});

test("a relayer is not replaced while a worker signs with its key", async () => {
  const proof = await proofOf(
    () => configure({ CHAIN_TREASURY_KEY: NEW_KEY, CHAIN_RELAYER_KEY: generatePrivateKey() }),
    "relayer",
  );
  withNext();
  const partner = await treasury.partnerWith(30);
  await treasury.chain.setMining("manual");
  await treasury.approved(partner, 10);
  let rotation: Promise<unknown> | undefined;
  await treasury.send(async (step) => {
    if (step !== "transaction-signed") return;
    rotation = rotateRelayer(proof).catch((error: unknown) => error);
    await Promise.race([rotation, sleep(500)]);
  });
  expect(await rotation).toMatchObject({
    message: expect.stringContaining("that are not mined"),
  });
  await treasury.settle();
});

test("a sweep that was begun with the former key is counted as left", async () => {
  const latestKey = generatePrivateKey();
  const proof = await proofOf(() =>
    configure({ CHAIN_TREASURY_KEY: latestKey, CHAIN_RELAYER_KEY: NEXT_RELAYER }),
  );
  withNext();
  await treasury.chain.setMining("auto");
  await treasury.sweep();
  await treasury.settle();
  const { walletAddress } = await treasury.partnerWith(7);
  await confirm();
  const proxy = await startChainProxy(treasury.chain.rpcUrl);
  // The last question before the sweep is signed.
  const isOfSweep = ([call]: unknown[]) =>
    String(Reflect.get(call as object, "from")).toLowerCase() === walletAddress.toLowerCase();
  proxy.setFault("eth_call", { kind: "delay", ms: 2_000 }, { when: isOfSweep });
  treasury.chain.pointTo(proxy.url);
  const sweeping = treasury.sweep();
  await eventually(() =>
    expect(proxy.calls("eth_call").filter(({ params }) => isOfSweep(params))).toHaveLength(1),
  );
  const { moves } = await rotateTreasury(proof);
  expect(await sweeping).toBe(1);
  expect(moves.find(({ token }) => token === "usdc")?.leftMicroUsd).toBe(7_000_000n);
  treasury.chain.pointTo(treasury.chain.rpcUrl);
  await proxy.stop();
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "@/lib/chain/client";
import { startChain, type TestChain } from "./index";

const PAYEE = "0x1111111111111111111111111111111111111111";
const OTHER = "0x2222222222222222222222222222222222222222";

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.stop());

describe("the test chain", () => {
  test("is the service's node, with the real chain id", async () => {
    expect(await chainClient(chain.network).getChainId()).toBe(84532);
  });

  test("mines each mint and each transfer in a separate block", async () => {
    const before = await chain.headNumber();
    await chain.mint(OTHER, 3_000_000n);
    await chain.transfer({ from: OTHER, to: PAYEE, amountMicro: 1_000_000n });
    await chain.transfer({ to: PAYEE, amountMicro: 250_000n });
    expect(await chain.balanceOf(PAYEE)).toBe(1_250_000n);
    expect(await chain.balanceOf(OTHER)).toBe(2_000_000n);
    expect(await chain.headNumber()).toBe(before + 3n);
  });

  test("sends several transfers in one transaction", async () => {
    const hash = await chain.transferTogether([
      { to: PAYEE, amountMicro: 1n },
      { to: OTHER, amountMicro: 2n },
      { to: PAYEE, amountMicro: 0n },
    ]);
    const { logs } = await chain.client.getTransactionReceipt({ hash });
    expect(logs).toHaveLength(3);
  });

  test("a reorganization removes mined transactions and replaces their blocks", async () => {
    const balance = await chain.balanceOf(PAYEE);
    const hash = await chain.transfer({ to: PAYEE, amountMicro: 5n });
    const { blockHash, blockNumber } = await chain.client.getTransactionReceipt({ hash });
    await chain.mine(2);
    await chain.reorg(3);
    expect(await chain.balanceOf(PAYEE)).toBe(balance);
    await expect(chain.client.getTransactionReceipt({ hash })).rejects.toThrow();
    const block = await chain.client.getBlock({ blockNumber });
    expect(block.hash).not.toBe(blockHash);
  });

  test("a reorganization keeps named transactions, with the same hash in another block", async () => {
    const balance = await chain.balanceOf(PAYEE);
    const first = await chain.transfer({ to: PAYEE, amountMicro: 5n });
    const second = await chain.transfer({ from: OTHER, to: PAYEE, amountMicro: 1n });
    const { blockNumber } = await chain.client.getTransactionReceipt({ hash: first });
    await chain.reorg(3, [
      [second, 1],
      [first, 2],
    ]);
    const receipt = await chain.client.getTransactionReceipt({ hash: first });
    expect([receipt.status, receipt.blockNumber]).toEqual(["success", blockNumber + 1n]);
    expect(await chain.balanceOf(PAYEE)).toBe(balance + 6n);
  });

  test("manual mining: mines no block until `mine`, and drops a pending transaction", async () => {
    await chain.setMining("manual");
    const head = await chain.headNumber();
    const first = await chain.client.request({
      method: "eth_sendTransaction",
      params: [{ from: OTHER, to: PAYEE, value: "0x1" }],
    } as never);
    expect(await chain.headNumber()).toBe(head);
    expect(await chain.drop(first)).toBe(true);
    expect(await chain.drop(first)).toBe(false);
    await chain.mine();
    await expect(chain.client.getTransactionReceipt({ hash: first })).rejects.toThrow();
    await chain.setMining("auto");
  });

  test("reverts transfers while the token is paused or blocks the payee", async () => {
    await chain.mint(OTHER, 10n);
    const move = () => chain.transfer({ from: OTHER, to: PAYEE, amountMicro: 1n });
    const status = async () =>
      (await chain.client.getTransactionReceipt({ hash: await move() })).status;
    await chain.setPaused(true);
    expect(await status()).toBe("reverted");
    await chain.setPaused(false);
    await chain.setBlocklisted(PAYEE, true);
    expect(await status()).toBe("reverted");
    await chain.setBlocklisted(PAYEE, false);
    expect(await status()).toBe("success");
  });

  test("stops, and restarts with the same state", async () => {
    const hash = await chain.transfer({ to: PAYEE, amountMicro: 7n });
    const receipt = await chain.client.getTransactionReceipt({ hash });
    await chain.goDown();
    await expect(chain.headNumber()).rejects.toThrow();
    await chain.comeBack();
    expect((await chain.client.getTransactionReceipt({ hash })).blockHash).toBe(receipt.blockHash);
    await chain.mine();
    expect(await chain.headNumber()).toBe(receipt.blockNumber + 1n);
  });

  test("reports the finalized block", async () => {
    const head = await chain.client.getBlock();
    const final = await chain.client.getBlock({ blockTag: "finalized" });
    expect(head.number - final.number).toBe(2n);
  });

  test("moves its clock", async () => {
    const before = await chain.client.getBlock();
    await chain.increaseTime(86_400);
    await chain.mine();
    const after = await chain.client.getBlock();
    expect(after.timestamp - before.timestamp).toBeGreaterThanOrEqual(86_400n);
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { testEnvironment } from "@/test/environment";
import { TIMESTAMP } from "@/test/http/expect-answer";
import { explorerUrl } from "./explorer-url";
import { showTransaction } from "./show-transaction";

const RECIPIENT = "0x52908400098527886E0F7030069857D2E4169EE7";
const UNKNOWN = `0x${"ab".repeat(32)}`;

let chain: TestChain;
beforeAll(async () => {
  Object.assign(process.env, testEnvironment("postgresql://127.0.0.1/none"));
  chain = await startChain();
});
afterAll(() => chain.stop());
beforeEach(() => {
  process.env.LOCAL_CHAINS = "polygon-amoy,base-sepolia";
  forgetEnv();
});

test("a transaction of a local chain is shown with its transfers and confirmations", async () => {
  const txHash = await chain.transfer({ to: RECIPIENT, amountMicro: 12_345_678n });
  await chain.mine(2);
  const shown = await showTransaction("base-sepolia", txHash.toUpperCase().replace("0X", "0x"));
  expect(shown).toMatchObject({
    chain: "base-sepolia",
    txHash,
    status: "succeeded",
    minedAt: TIMESTAMP,
    confirmations: 3,
    transfers: [{ token: "usdc", amountUsd: 12.345678, toAddress: RECIPIENT }],
  });
});

test("an unmined transaction is shown as pending", async () => {
  await chain.setMining("manual");
  const txHash = await chain.transfer({ to: RECIPIENT, amountMicro: 1n });
  const shown = await showTransaction("base-sepolia", txHash);
  await chain.mine();
  await chain.setMining("auto");
  expect(shown).toMatchObject({ status: "waiting", transfers: [] });
  expect(shown).not.toHaveProperty("blockNumber");
});

test.each([
  ["a transaction that the chain does not have", "base-sepolia", UNKNOWN],
  ["what is no hash", "base-sepolia", "0x12"],
  ["an unknown chain", "base", UNKNOWN],
])("nothing is shown of %s", async (_, name, hash) => {
  expect(await showTransaction(name, hash)).toBeUndefined();
});

test("transactions of a chain that is not local are not shown", async () => {
  const txHash = await chain.transfer({ to: RECIPIENT, amountMicro: 1n });
  process.env.LOCAL_CHAINS = "";
  forgetEnv();
  expect(await showTransaction("base-sepolia", txHash)).toBeUndefined();
});

test("links lead to our page for a local chain, otherwise to the chain's explorer", () => {
  expect(explorerUrl("staging", "base-sepolia", UNKNOWN)).toBe(
    `http://127.0.0.1:3000/explorer/base-sepolia/tx/${UNKNOWN}`,
  );
  expect(explorerUrl("staging", "optimism-sepolia", UNKNOWN)).toBe(
    `https://sepolia-optimism.etherscan.io/tx/${UNKNOWN}`,
  );
  expect(explorerUrl("production", "base", UNKNOWN)).toBe(`https://basescan.org/tx/${UNKNOWN}`);
  expect(explorerUrl("staging", "base", UNKNOWN)).toBeUndefined();
});

import "@/test/database";
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNetwork } from "@/lib/chain/find-network";
import { forgetEnv } from "@/lib/kernel/env";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests } from "@/test/fixtures/make";

let treasury: TestTreasury;
beforeAll(async () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.BASE_URL = "https://cards.example.com";
  process.env.NEXTAUTH_URL = "https://cards.example.com";
  forgetEnv();
  const network = findNetwork("production", "polygon");
  if (!network) throw new Error("there is no polygon");
  treasury = await startTreasury({ network });
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

test("only native USDC is swept; USDT and USDC.e stay, are counted, and can be moved by hand", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(0);
  const address = walletAddress as Address;
  for (const [index, token] of (["usdc", "usdt", "usdc.e"] as const).entries())
    await treasury.deposit(address, 10 + index, token);
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
  await treasury.deposit(address, 1);
  const held = async () => {
    const { tokens, isEqual } = await treasury.reconcile();
    return [
      isEqual,
      ...tokens.map((each) => [
        each.token,
        each.treasuryMicroUsd,
        each.depositAddressesMicroUsd,
        each.custodyMicroUsd,
      ]),
    ];
  };
  expect(await held()).toEqual([
    true,
    ["usdc", micro(10), micro(1), micro(11)],
    ["usdt", 0n, micro(11), micro(11)],
    ["usdc.e", 0n, micro(12), micro(12)],
  ]);
  await chain.transfer({
    ...{ from: address, to: treasury.treasury },
    ...{ amountMicro: micro(11), token: "usdt" },
  });
  await treasury.deposit(address, 1);
  expect((await held())[2]).toEqual(["usdt", micro(11), 0n, micro(11)]);
  // A surplus of one token does not offset a shortage of another.
  await chain.transfer({ to: treasury.treasury, amountMicro: micro(2), token: "usdc.e" });
  await chain.transfer({
    ...{ from: treasury.treasury, to: chain.faucet.address },
    ...{ amountMicro: micro(2), token: "usdt" },
  });
  await treasury.deposit(address, 1);
  const { tokens, isEqual } = await treasury.reconcile();
  expect([isEqual, ...tokens.map(({ differenceMicroUsd }) => differenceMicroUsd)]).toEqual([
    ...[false, 0n, micro(-2), micro(2)],
  ]);
});

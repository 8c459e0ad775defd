import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NETWORKS } from "@/lib/chain/networks";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { look } from "@/test/chain/deposits";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner } from "@/test/fixtures/make";

// By the chain's name, since each network has a chain of its own.
const chains = new Map<string, TestChain>();

beforeAll(async () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.BASE_URL = "https://cards.example.com";
  process.env.NEXTAUTH_URL = "https://cards.example.com";
  forgetEnv();
  for (const network of NETWORKS.production)
    chains.set(network.chain, await startChain({ network, confirmations: 2 }));
});
afterAll(async () => {
  for (const chain of chains.values()) await chain.stop();
  await endTests();
});

function chainOf(name: string): TestChain {
  const chain = chains.get(name);
  if (!chain) throw new Error(`there is no ${name}`);
  return chain;
}

const PAIRS = NETWORKS.production.flatMap(({ chain, tokens }) =>
  tokens.map(({ token }) => [chain, token] as const),
);

test("the pairs are those of the spec", () => {
  expect(PAIRS.map((pair) => pair.join(" "))).toEqual([
    "base usdc",
    "polygon usdc",
    "polygon usdt",
    "polygon usdc.e",
    "optimism usdc",
    "optimism usdt",
  ]);
});

test.each(PAIRS)("on %s a transfer of %s is credited under these names", async (name, token) => {
  const chain = chainOf(name);
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  const txHash = await chain.transfer({ to, amountMicro: 2_500_000n, token });
  await chain.mine(2);
  expect(await look(chain)).toMatchObject({ credited: 1 });
  const events = await eventsOf(partner.partnerId);
  expect(events).toMatchObject([
    { event: "wallet.deposit.crypto", data: { chain: name, token, txHash, amount: 2.5 } },
  ]);
  expect(await walletOf(partner.partnerId)).toBe(2.5);
});

test("all three tokens of Polygon in one transaction are three deposits", async () => {
  const chain = chainOf("polygon");
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  const movements = (["usdc.e", "usdt", "usdc"] as const).map((token) => ({
    to,
    token,
    amountMicro: 1_000_000n,
  }));
  await chain.transferTogether(movements);
  await chain.mine(2);
  await look(chain);
  const events = await eventsOf(partner.partnerId);
  expect(events.map(({ data }) => data.token)).toEqual(["usdc.e", "usdt", "usdc"]);
  expect(await walletOf(partner.partnerId)).toBe(3);
});

test("bridged USDC.e on Optimism is no deposit and no event, nor is Polygon's USDT contract elsewhere", async () => {
  const chain = chainOf("optimism");
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  const [bridged] = chain.network.lookalikes ?? [];
  if (!bridged) throw new Error("the look-alike is not named");
  expect(bridged.address).toBe("0x7F5c764cBc14f9669B88837ca1490cCa17c31607");
  const elsewhere = chainOf("polygon").tokenAddress("usdt");
  await chain.lay({ address: elsewhere, symbol: "USDT" });
  for (const token of [bridged.address, elsewhere])
    await chain.transfer({ to, amountMicro: 9_000_000n, token });
  await chain.mine(2);
  expect(await look(chain)).toMatchObject({ credited: 0, confirming: 0 });
  expect(await walletOf(partner.partnerId)).toBe(0);
  expect(await eventsOf(partner.partnerId)).toEqual([]);
});

test("each chain is read by a cursor of its own, for the same address", async () => {
  const [base, polygon] = [chainOf("base"), chainOf("polygon")];
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  await base.transfer({ to, amountMicro: 1_000_000n });
  await polygon.transfer({ to, amountMicro: 1_000_000n });
  await base.mine(2);
  await polygon.mine(2);
  expect(await look(base)).toMatchObject({ credited: 1 });
  expect(await look(polygon)).toMatchObject({ credited: 1 });
  expect(await walletOf(partner.partnerId)).toBe(2);
});

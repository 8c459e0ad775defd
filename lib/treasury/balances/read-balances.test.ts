import { randomBytes } from "node:crypto";
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findToken } from "@/lib/chain/find-token";
import { startChain, type TestChain } from "@/test/chain";
import { layMulticall } from "@/test/chain/lay-multicall";
import { anyAddress } from "@/test/chain/sending";
import { readBalances } from "./read-balances";

let chain: TestChain;
let accounts: Address[];
const first = 1_000_000n;

beforeAll(async () => {
  chain = await startChain();
  accounts = Array.from({ length: 1_203 }, anyAddress);
  // The last account of the first request, the first of the second, and the last of all.
  for (const [index, account] of [499, 500, 1_202].map(
    (place) => [place, accounts[place]] as const,
  ))
    await chain.mint(account as Address, first + BigInt(index));
});
afterAll(() => chain.stop());

const headHash = async () => (await chain.client.getBlock()).hash as Hex;
const tokenAddress = () => findToken(chain.network, "usdc")?.address as Address;
const read = (blockHash: Hex) =>
  readBalances(chain.network, { tokenAddress: tokenAddress(), accounts, blockHash });

const expected = () =>
  accounts.map((_, index) => ([499, 500, 1_202].includes(index) ? first + BigInt(index) : 0n));

test("are read one by one without Multicall3", async () => {
  expect(await read(await headHash())).toEqual(expected());
});

test("are read 500 per request with Multicall3, with the same results in the same order", async () => {
  await layMulticall(chain);
  await chain.mine();
  expect(await read(await headHash())).toEqual(expected());
});

test("are all as of the given block", async () => {
  const before = await headHash();
  await chain.mint(accounts[0] as Address, 5n);
  expect((await read(before))[0]).toBe(0n);
  expect((await read(await headHash()))[0]).toBe(5n);
});

test("of a block that left the chain are refused", async () => {
  await chain.mine();
  const gone = await headHash();
  await chain.mint(accounts[1] as Address, 5n);
  await chain.reorg(3);
  await expect(read(gone)).rejects.toThrow();
  await expect(read(`0x${randomBytes(32).toString("hex")}`)).rejects.toThrow();
});

import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChain, type TestChain } from "@/test/chain";
import { look, openAlerts } from "@/test/chain/deposits";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql } from "@/test/fixtures/make";

const CONFIRMATIONS = 2;
/** The most that one transaction may use on these networks. Source: EIP-7825 */
const MAX_GAS = 2 ** 24;
const NOISY = "0x00000000000000000000000000000000000a015e";
/** Writes 40,000 logs without topics and data, which are the cheapest: a loop over LOG0. */
const NOISY_CODE = "0x619c405b60006000a06001900380600357";

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

test("a deposit in a transaction with as many logs as fit is credited, and so is the next one", async () => {
  const { partnerId, walletAddress } = await makePartner({ balanceUsd: 0 });
  const deposit = { to: walletAddress as `0x${string}`, amountMicro: 1_000_000n };
  await look(chain);
  await chain.client.setCode({ address: NOISY, bytecode: NOISY_CODE });
  const hash = await chain.transferTogether([deposit, { ...deposit, token: NOISY }], MAX_GAS);
  const { logs } = await chain.client.getTransactionReceipt({ hash });
  expect(logs).toHaveLength(40_001);
  await chain.transfer(deposit);
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  expect(await walletOf(partnerId)).toBe(2);
  expect(await bookFaults(partnerId)).toEqual([]);
  expect(await openAlerts()).toEqual([]);
});

/** Each commit raises it by one. */
async function cursorVersion(): Promise<number> {
  const [{ version }] = await sql("SELECT version FROM chain_cursors");
  return version;
}

test("many equal deposits in one transaction are credited in several commits, each once", async () => {
  const { partnerId, walletAddress } = await makePartner({ balanceUsd: 0 });
  const deposit = { to: walletAddress as `0x${string}`, amountMicro: 10_000n };
  await look(chain);
  const before = await cursorVersion();
  const many = Array.from({ length: 450 }, () => deposit);
  await chain.transferTogether(many, MAX_GAS);
  await chain.mine(CONFIRMATIONS);
  // Two watchers at once: one of them stops after the first commit of the other.
  await Promise.all([look(chain), look(chain)]);
  await look(chain);
  expect(await walletOf(partnerId)).toBe(4.5);
  expect((await cursorVersion()) - before).toBeGreaterThan(3);
  expect(await bookFaults(partnerId)).toEqual([]);
  expect(await openAlerts()).toEqual([]);
});

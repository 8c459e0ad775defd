import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChain, type TestChain } from "@/test/chain";
import { creditedTo, cursorOf, look } from "@/test/chain/deposits";
import { startChainProxy } from "@/test/chain/proxy";
import { endTests, makePartner, sql } from "@/test/fixtures/make";

const ADDRESSES = 100_000;
const BLOCKS = 10_000;
const CONFIRMATIONS = 3;

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

/** Creates as many addresses as an old service has, all of one partner. */
async function fillAddresses(partnerId: string): Promise<void> {
  await sql(
    `INSERT INTO deposit_addresses (address, derivation_index, partner_id, created_at)
     SELECT '0x' || lpad(to_hex(i), 40, '0'), 1000000 + i, $1, now() FROM generate_series(1, $2::int) i`,
    [partnerId, ADDRESSES],
  );
}

test(`${ADDRESSES.toLocaleString("en")} addresses and ${BLOCKS.toLocaleString("en")} blocks without a running watcher: every deposit is credited`, async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const to = partner.walletAddress as `0x${string}`;
  await look(chain);
  const hashes = [await chain.transfer({ to, amountMicro: 1_000_000n })];
  await chain.mine(BLOCKS / 2);
  // A busy token: transfers between other accounts must be skipped.
  const others = Array.from({ length: 100 }, (_, index) => ({
    to: `0x${(index + 1).toString(16).padStart(40, "f")}` as const,
    amountMicro: 1n,
  }));
  for (let i = 0; i < 30; i++) await chain.transferTogether(others);
  hashes.push(await chain.transfer({ to, amountMicro: 1_000_000n }));
  await chain.mine(BLOCKS / 2);
  hashes.push(await chain.transfer({ to, amountMicro: 1_000_000n }));
  await chain.mine(CONFIRMATIONS);
  await fillAddresses(partner.partnerId);

  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  const confirmed = Number(await chain.headNumber()) - CONFIRMATIONS + 1;
  const startMs = performance.now();
  let blocks = 0;
  // On a slow machine the time of one pass may end first; the next one goes on.
  while ((await cursorOf(chain)).block < confirmed) blocks += (await look(chain)).blocks;
  const tookMs = Math.round(performance.now() - startMs);
  console.info(
    `${blocks} blocks, ${ADDRESSES} addresses: ${tookMs} ms, ${proxy.calls().length} requests`,
  );
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  expect((await creditedTo(partner.partnerId)).sort()).toEqual(hashes.sort());
  // One range and its ends, then the blocks near the head one by one: never all addresses in one request.
  expect(Math.max(...proxy.calls().map((call) => JSON.stringify(call).length))).toBeLessThan(
    100_000,
  );
});

test("with so many addresses the poll of a new block is cheap", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const hash = await chain.transfer({
    to: partner.walletAddress as `0x${string}`,
    amountMicro: 5n,
  });
  await chain.mine(CONFIRMATIONS);
  const startMs = performance.now();
  await look(chain);
  console.info(
    `a new deposit among ${ADDRESSES} addresses: ${Math.round(performance.now() - startMs)} ms`,
  );
  expect(await creditedTo(partner.partnerId)).toEqual([hash]);
});

test("with more addresses than fit in one request, but few enough to be asked for, all of them are", async () => {
  await sql("ALTER TABLE deposit_addresses DISABLE TRIGGER append_only");
  await sql("DELETE FROM deposit_addresses WHERE derivation_index > 1000700");
  const partner = await makePartner({ balanceUsd: 0 });
  const hash = await chain.transfer({
    to: partner.walletAddress as `0x${string}`,
    amountMicro: 7n,
  });
  await chain.mine(CONFIRMATIONS);
  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  await look(chain);
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  expect(await creditedTo(partner.partnerId)).toEqual([hash]);
  // biome-ignore lint/suspicious/noExplicitAny: of the method
  const filters = proxy.calls("eth_getLogs").map(({ params: [filter] }) => filter as any);
  expect(filters.every(({ topics }) => topics[2]?.length <= 500)).toBe(true);
});

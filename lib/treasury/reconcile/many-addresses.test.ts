import "@/test/database";
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { layMulticall } from "@/test/chain/lay-multicall";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests, sql } from "@/test/fixtures/make";

/** Set MANY_ADDRESSES=100000 for the realistic number. */
const COUNT = Number(process.env.MANY_ADDRESSES ?? 5_000);
const DEPOSITS = 60;

let treasury: TestTreasury;
let addresses: Address[];
beforeAll(async () => {
  treasury = await startTreasury();
  const { partnerId } = await treasury.partnerWith(0);
  const rows = await sql(
    `INSERT INTO deposit_addresses (address, derivation_index, partner_id, created_at)
     SELECT '0x' || substr(encode(sha256(convert_to('address ' || n, 'UTF8')), 'hex'), 1, 40), 1000000 + n, $1, now()
     FROM generate_series(1, $2) n RETURNING address`,
    [partnerId, COUNT],
  );
  addresses = rows.map(({ address }) => address);
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

test(`${COUNT} deposit addresses are credited, queried and reconciled with the books`, async () => {
  const { chain } = treasury;
  const received = addresses.filter((_, index) => index % Math.floor(COUNT / DEPOSITS) === 0);
  await chain.transferTogether(
    received.map((to, index) => ({ to, amountMicro: micro(1) + BigInt(index) })),
  );
  await treasury.deposit(addresses[1] as Address, 2);
  const sum = received.reduce((total, _, index) => total + micro(1) + BigInt(index), micro(2));

  const { usdc } = await treasury.reconcile();
  expect(usdc).toMatchObject({
    ...{ depositAddressesMicroUsd: sum, custodyMicroUsd: sum, differenceMicroUsd: 0n },
    depositAddressCount: received.length + 1,
  });
  await layMulticall(chain);
  await treasury.deposit(addresses[2] as Address, 3);
  const all = await treasury.reconcile({ isWhole: true });
  expect(all.usdc).toMatchObject({
    ...{ depositAddressesMicroUsd: sum + micro(3), differenceMicroUsd: 0n },
    depositAddressCount: COUNT + 1,
  });
});

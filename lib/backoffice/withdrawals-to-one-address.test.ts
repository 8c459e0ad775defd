import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { addressHistory, findAddressHistory } from "./review/store";
import {
  findAnyWithdrawal,
  MAX_TO_ADDRESS,
  OF_PARTNERS,
  WITHDRAWALS_OF_PARTNERS_COLUMNS,
} from "./store";

const ROWS = 5_000;
/** The same first and last four digits as ADDRESS, before and after it in the order of the index. */
const LOOK_ALIKES = ["0", "f"].map(
  (digit) => `${ADDRESS.slice(0, 6)}${digit.repeat(32)}${ADDRESS.slice(-4)}`,
);

const read = (id: string) =>
  readPlan({
    name: "any_withdrawal",
    text: `SELECT ${WITHDRAWALS_OF_PARTNERS_COLUMNS} FROM ${OF_PARTNERS} WHERE w.id = $1`,
    values: [id],
  });

afterAll(endTests);

test("a withdrawal is read without all others to its address", async () => {
  const wallet = withdrawalsOf(await makePartner({ balanceUsd: 1_000 }));
  const first = await wallet.make(10);
  const newest = await wallet.make(10);
  await copyRow(
    "withdrawals",
    first,
    ROWS,
    `'id', ${keyOf("wd")}, 'status', 'completed', 'approved_at', now(), 'completed_at', now(),
     'tx_hash', '0x' || lpad(n::text, 64, '0')`,
  );
  await sql("ALTER TABLE withdrawals ENABLE TRIGGER USER");
  const { rows, indexes } = await read(newest);
  expect([...indexes]).toContain("withdrawals_partner_address_idx");
  expect(rows).toBeLessThan(MAX_TO_ADDRESS + 100);
  const row = await findAnyWithdrawal(newest);
  expect(row?.hasLookAlike).toBe(false);
  expect(Number(row?.timesPaid)).toBeGreaterThan(MAX_TO_ADDRESS - 10);
});

test("the history of an address is read without all withdrawals of all partners to it", async () => {
  const [own, busy] = [
    await makePartner({ balanceUsd: 1_000 }),
    await makePartner({ balanceUsd: 1_000 }),
  ];
  const toAddress = `0x${"4".repeat(40)}`;
  const [id, other] = await Promise.all(
    [own, busy].map(async (partner) => {
      const { json } = await withdrawalsOf(partner).create({ amount: 10, toAddress });
      return json.data.id as string;
    }),
  );
  if (id === undefined || other === undefined) throw new Error("no withdrawals");
  await copyRow(
    "withdrawals",
    other,
    ROWS,
    `'id', ${keyOf("wd", "n + 100000")}, 'status', 'cancelled', 'cancelled_at', now()`,
  );
  await sql("ALTER TABLE withdrawals ENABLE TRIGGER USER");
  const reviewed = { id, partnerId: own.partnerId, toAddress, amountMicroUsd: 10_000_000n };
  const { rows, indexes } = await readPlan(addressHistory(reviewed));
  expect([...indexes]).toEqual(["withdrawals_partner_address_idx"]);
  expect(rows).toBeLessThan(200);
  const history = await findAddressHistory(reviewed);
  expect(history).toMatchObject({ isPartial: false, requestedBefore: 0n, otherPartners: 1n });
  const ofBusy = { ...reviewed, id: other, partnerId: busy.partnerId };
  expect(await findAddressHistory(ofBusy)).toMatchObject({ isPartial: true, otherPartners: 1n });
  expect((await readPlan(addressHistory(ofBusy))).rows).toBeLessThan(MAX_TO_ADDRESS + 200);
});

test.each(LOOK_ALIKES)("the similar address %s is found on both sides", async (toAddress) => {
  const wallet = withdrawalsOf(await makePartner({ balanceUsd: 1_000 }));
  const known = await wallet.make(10);
  expect(await findAnyWithdrawal(known)).toMatchObject({ hasLookAlike: false });
  const { json } = await wallet.create({ amount: 10, toAddress });
  for (const id of [known, json.data.id])
    expect(await findAnyWithdrawal(id)).toMatchObject({ hasLookAlike: true });
});

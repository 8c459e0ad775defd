import "@/test/database";
import { keccak256, toHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { depositAddress } from "@/lib/chain/deposit-address";
import { findNetwork } from "@/lib/chain/find-network";
import { findToken } from "@/lib/chain/find-token";
import { chainSigner } from "@/lib/chain/signer/signer";
import { DAY_S } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { type Sending, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { authorizationToSign } from "./token-calls";

/** On a chain that pays no withdrawals, the same relayer sends signed sweeps in the same way. */
const network = findNetwork("staging", "polygon-amoy");
const token = network && findToken(network, "usdc");
if (!network || !token) throw new Error("no USDC on Amoy");

let sending: Sending;
beforeAll(async () => {
  sending = await startSending({ network });
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});
afterEach(async () => {
  expect(await sending.faults()).toEqual([]);
});

/** Signs and stores a sweep of a deposit address with this balance. */
async function makeSweep(depositIndex: number, amountMicro: bigint) {
  const { chain, treasury } = sending;
  const from = depositAddress(depositIndex) as `0x${string}`;
  await chain.mint(from, amountMicro);
  await chain.mine();
  const id = newId("swp");
  const { timestamp } = await chain.client.getBlock();
  const unsigned = {
    ...({ purpose: "sweep", id, partnerId: null, tokenAddress: token?.address ?? "0x" } as const),
    ...{ fromAddress: from, toAddress: treasury, amountMicroUsd: amountMicro },
    ...{ nonce: keccak256(toHex(id)), validBefore: timestamp + BigInt(DAY_S) },
  };
  if (!token || !network) throw new Error("no token");
  const message = authorizationToSign(network, token, unsigned);
  const signature = await chainSigner()?.signAuthorization({ depositIndex }, message);
  await sql(
    `INSERT INTO sweeps (id, chain, token, token_address, from_address, to_address, amount_micro_usd, authorization_nonce,
       valid_before, signature, status, created_at)
     VALUES ($1, $2, 'usdc', $3, $4, $5, $6, $7, $8, $9, 'pending', now())`,
    [
      ...[id, network.chain, token.address, from, treasury, amountMicro],
      ...[unsigned.nonce, unsigned.validBefore, signature],
    ],
  );
  return { id, from };
}

async function sweepRow(id: string) {
  const [row] = await sql("SELECT status, tx_hash, completed_at FROM sweeps WHERE id = $1", [id]);
  return row;
}

test("a sweep arrives at the treasury once and is completed after the confirmations; withdrawals are not sent here", async () => {
  const { chain, treasury } = sending;
  const before = await chain.balanceOf(treasury);
  const waiting = await sending.approved();
  const { id, from } = await makeSweep(5, 12_345_678n);
  for (let i = 0; i < 4; i++) {
    await sending.look();
    await chain.mine();
  }
  const [sent] = await sending.transactions();
  expect(await sweepRow(id)).toMatchObject({ status: "completed", tx_hash: sent?.hash });
  expect((await chain.balanceOf(treasury)) - before).toBe(12_345_678n);
  expect(await chain.balanceOf(from)).toBe(0n);
  expect((await sending.get(waiting.id)).status).toBe("approved");
  expect(await sending.received(waiting)).toBe(0n);
  expect(await sending.transactions()).toHaveLength(1);
});

test("a sweep that could not be sent in a day expires, and its tokens stay", async () => {
  const { chain } = sending;
  const { id, from } = await makeSweep(6, 7_000_000n);
  await chain.setBlocklisted(from, true);
  await chain.mine();
  await sending.look();
  expect(await sending.alerts()).toEqual([{ kind: "token_refuses", subject: id }]);
  const [alert] = await sql("SELECT text FROM alerts WHERE subject = $1", [id]);
  expect(alert.text).toMatch(/Then the tokens stay at the deposit address, and another sweep/);
  await chain.increaseTime(DAY_S);
  await chain.mine(4);
  await sending.look();
  expect(await sweepRow(id)).toMatchObject({ status: "expired", tx_hash: null });
  expect(await chain.balanceOf(from)).toBe(7_000_000n);
  expect(await sending.alerts()).toEqual([]);
});

test("the alert about a sweep ends with the sweep, also when the process is stopped between the two", async () => {
  const { chain } = sending;
  const { id, from } = await makeSweep(7, 8_000_000n);
  await chain.setBlocklisted(from, true);
  await chain.mine();
  await sending.look();
  expect(await sending.alerts()).toEqual([{ kind: "token_refuses", subject: id }]);
  await chain.increaseTime(DAY_S);
  await chain.mine(4);
  await sql(
    `CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stopped'; END $$`,
  );
  await sql(
    "CREATE TRIGGER stop_here BEFORE UPDATE OF closed_at ON alerts FOR EACH ROW EXECUTE FUNCTION stop_here()",
  );
  await expect(sending.look()).rejects.toThrow();
  await sql("DROP FUNCTION stop_here CASCADE");
  await sending.look();
  expect(await sweepRow(id)).toMatchObject({ status: "expired" });
  expect(await sending.alerts()).toEqual([]);
});

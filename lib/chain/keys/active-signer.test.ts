import "@/test/database";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { serviceAddresses } from "@/lib/chain/service-addresses";
import { chainSigner } from "@/lib/chain/signer/signer";
import { query } from "@/lib/db";
import { forgetEnv } from "@/lib/kernel/env";
import { endTests, sql } from "@/test/fixtures/make";
import { activeSigner } from "./active-signer";
import { currentKeyAddresses } from "./key-addresses";

const [treasury, relayer, other] = [
  generatePrivateKey(),
  generatePrivateKey(),
  generatePrivateKey(),
];
const [TREASURY, RELAYER, OTHER] = [treasury, relayer, other].map((key) =>
  privateKeyToAddress(key),
);

function configure(keys: { treasury?: string; relayer?: string }): void {
  process.env.CHAIN_DEPOSIT_XPRV = "";
  process.env.CHAIN_TREASURY_KEY = keys.treasury ?? "";
  process.env.CHAIN_RELAYER_KEY = keys.relayer ?? "";
  forgetEnv();
}

beforeEach(() => configure({ treasury, relayer }));
afterAll(endTests);

test("before any process had keys there are no addresses", async () => {
  configure({});
  expect(await activeSigner()).toBeUndefined();
  expect(await currentKeyAddresses()).toBeUndefined();
  expect(await serviceAddresses()).toEqual([]);
});

test("the first process with keys stores their addresses, also when several start at once", async () => {
  const found = await Promise.all(Array.from({ length: 5 }, () => activeSigner()));
  for (const each of found)
    expect(each).toMatchObject({ treasury: TREASURY, relayer: RELAYER, signer: chainSigner() });
  expect(
    await sql("SELECT purpose, version, address FROM signer_addresses ORDER BY purpose DESC"),
  ).toEqual([
    { purpose: "treasury", version: 1, address: TREASURY },
    { purpose: "relayer", version: 1, address: RELAYER },
  ]);
});

test("a process without keys reads them", async () => {
  configure({});
  expect(await currentKeyAddresses()).toEqual({ treasury: TREASURY, relayer: RELAYER });
  expect(await serviceAddresses()).toEqual([TREASURY, RELAYER]);
});

test("a process with another key does not sign, and learns which key is in use", async () => {
  configure({ treasury: other, relayer });
  await expect(activeSigner()).rejects.toThrow(
    `The key of the treasury has the address ${OTHER}, and the treasury in use is ${TREASURY}.`,
  );
  configure({ treasury, relayer: other });
  await expect(activeSigner()).rejects.toThrow("The key of the relayer");
});

test("rows can neither be changed nor removed by the application", async () => {
  for (const [name, text] of [
    ["change_address", "UPDATE signer_addresses SET version = 9"],
    ["remove_address", "DELETE FROM signer_addresses"],
  ] as const)
    await expect(query(name, text, [])).rejects.toThrow("permission denied");
});

test("a running process stops signing when another key comes into use", async () => {
  expect(await activeSigner()).toBeDefined();
  await sql("INSERT INTO signer_addresses VALUES ('treasury', 2, $1, now())", [OTHER]);
  await expect(activeSigner()).rejects.toThrow(`the treasury in use is ${OTHER}`);
  expect(await serviceAddresses()).toEqual([OTHER, RELAYER, TREASURY]);
});

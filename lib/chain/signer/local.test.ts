import {
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { depositAddress } from "@/lib/chain/deposit-address";
import { findToken } from "@/lib/chain/find-token";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { forgetEnv } from "@/lib/kernel/env";
import { payoutNonce } from "@/lib/treasury/payout-nonce";
import { authorizationToSign } from "@/lib/treasury/payouts/token-calls";
import { takeKeys } from "@/test/chain/without-keys";
import { localSigner, splitPhrase } from "./local";
import { chainSigner } from "./signer";

const phrase = "test test test test test test test test test test test junk";
const signer = localSigner(splitPhrase(phrase));
const network = payoutNetwork("staging");
const token = findToken(network, "usdc");

test("treasury and relayer have the addresses of the settings", async () => {
  const at = (path: `m/44'/60'/${string}`) => mnemonicToAccount(phrase, { path }).address;
  expect(await signer.addresses()).toEqual({
    treasury: at("m/44'/60'/1'/0/0"),
    relayer: at("m/44'/60'/2'/0/0"),
  });
});

const OTHER = "0x52908400098527886E0F7030069857D2E4169EE7";

function message(fromAddress: `0x${string}`, toAddress: `0x${string}`) {
  if (!token) throw new Error("no token");
  return authorizationToSign(network, token, {
    ...{ purpose: "payout", id: "wd_1", partnerId: "ptn_1", tokenAddress: token.address },
    ...{ fromAddress, toAddress, amountMicroUsd: 1n, validBefore: 2n },
    nonce: payoutNonce("wd_1"),
  });
}

const deposit = (index: number) => depositAddress(index) as `0x${string}`;

test("the treasury signs transfers to anybody, a deposit address those to the treasury", async () => {
  const { treasury } = await signer.addresses();
  const payout = message(treasury, OTHER);
  const paid = await signer.signAuthorization("treasury", payout);
  expect(await recoverTypedDataAddress({ ...payout, signature: paid })).toBe(treasury);
  for (const index of [0, 4711]) {
    const sweep = message(deposit(index), treasury);
    const signature = await signer.signAuthorization({ depositIndex: index }, sweep);
    expect(await recoverTypedDataAddress({ ...sweep, signature })).toBe(depositAddress(index));
  }
});

test("the key of a deposit address signs nothing else", async () => {
  const { treasury, relayer } = await signer.addresses();
  const sweep = message(deposit(3), treasury);
  const refused = [
    message(deposit(3), OTHER),
    message(deposit(3), relayer),
    message(deposit(3), deposit(3)),
    message(deposit(4), treasury),
    message(treasury, treasury),
    { ...sweep, message: { ...sweep.message, to: undefined } },
    {
      ...sweep,
      primaryType: "Permit",
      types: { Permit: sweep.types?.TransferWithAuthorization ?? [] },
    },
  ];
  for (const each of refused)
    await expect(
      signer.signAuthorization({ depositIndex: 3 }, each as typeof sweep),
    ).rejects.toThrow("signs only transfers of its tokens to the treasury");
});

test("without the deposit addresses' key nothing is swept, and payouts are signed", async () => {
  const { depositXprv: _, ...keys } = splitPhrase(phrase);
  const without = localSigner({ ...keys, depositXprv: undefined });
  const { treasury } = await without.addresses();
  expect([signer.canSweep, without.canSweep]).toEqual([true, false]);
  const sweep = message(deposit(3), treasury);
  await expect(without.signAuthorization({ depositIndex: 3 }, sweep)).rejects.toThrow("no keys");
  const payout = message(treasury, OTHER);
  expect(await without.signAuthorization("treasury", payout)).toMatch(/^0x/);
});

test("a text is signed by the treasury", async () => {
  const { treasury } = await signer.addresses();
  const signature = await signer.signText("treasury", "rotation");
  expect(await recoverMessageAddress({ message: "rotation", signature })).toBe(treasury);
});

test("transactions are signed by the relayer with the given content", async () => {
  const { relayer, treasury } = await signer.addresses();
  const asked = {
    ...({
      type: "eip1559",
      chainId: network.chainId,
      nonce: 7,
      gas: 21_000n,
      to: treasury,
    } as const),
    ...{ maxFeePerGas: 5n, maxPriorityFeePerGas: 3n },
  };
  const raw = (await signer.signTransaction(asked)) as `0x02${string}`;
  expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(relayer);
  expect(parseTransaction(raw)).toMatchObject({ ...asked, to: treasury.toLowerCase() });
});

test("separate keys are those of the phrase; a web process has no signer", async () => {
  const keys = splitPhrase(phrase);
  expect(process.env).toMatchObject({
    ...{ CHAIN_TREASURY_KEY: keys.treasury, CHAIN_RELAYER_KEY: keys.relayer },
    CHAIN_DEPOSIT_XPRV: keys.depositXprv,
  });
  expect(await chainSigner()?.addresses()).toEqual(await signer.addresses());
  expect(chainSigner()).toBe(chainSigner());
  takeKeys();
  expect(chainSigner()).toBeUndefined();
  process.env.CHAIN_SIGNER_MNEMONIC = phrase;
  forgetEnv();
  expect(await chainSigner()?.addresses()).toEqual(await signer.addresses());
  expect(chainSigner()?.canSweep).toBe(true);
  takeKeys();
  process.env.SERVICE_ROLE = "web";
  forgetEnv();
  expect(chainSigner()).toBeUndefined();
});

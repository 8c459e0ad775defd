import { parseTransaction, recoverTransactionAddress, recoverTypedDataAddress } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { depositAddress } from "@/lib/chain/deposit-address";
import { findToken } from "@/lib/chain/find-token";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { env } from "@/lib/kernel/env";
import { authorizationToSign, payoutNonce } from "@/lib/treasury/payouts/token-calls";
import { localSigner } from "./local";
import { chainSigner } from "./signer";

const phrase = env().CHAIN_SIGNER_MNEMONIC ?? "";
const signer = localSigner(phrase);
const network = payoutNetwork("staging");
const token = findToken(network, "usdc");

test("treasury and relayer have the addresses of the settings", async () => {
  const at = (path: `m/44'/60'/${string}`) => mnemonicToAccount(phrase, { path }).address;
  expect(await signer.addresses()).toEqual({
    treasury: at("m/44'/60'/1'/0/0"),
    relayer: at("m/44'/60'/2'/0/0"),
  });
});

test("it signs for the treasury and for each deposit address", async () => {
  if (!token) throw new Error("no token");
  const { treasury } = await signer.addresses();
  for (const [holder, expected] of [
    ["treasury", treasury],
    [{ depositIndex: 0 }, depositAddress(0)],
    [{ depositIndex: 4711 }, depositAddress(4711)],
  ] as const) {
    const message = authorizationToSign(network, token, {
      ...{ purpose: "payout", id: "wd_1", partnerId: "ptn_1", tokenAddress: token.address },
      ...{ fromAddress: treasury, toAddress: treasury, amountMicroUsd: 1n, validBefore: 2n },
      nonce: payoutNonce("wd_1"),
    });
    const signature = await signer.signAuthorization(holder, message);
    expect(await recoverTypedDataAddress({ ...message, signature })).toBe(expected);
  }
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

test("the settings create the local signer, and none without a phrase", async () => {
  expect(await chainSigner()?.addresses()).toEqual(await signer.addresses());
});

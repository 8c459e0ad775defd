import {
  decodeFunctionData,
  hashTypedData,
  keccak256,
  parseSignature,
  recoverTypedDataAddress,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { findNetwork } from "@/lib/chain/find-network";
import { findToken } from "@/lib/chain/find-token";
import { newId } from "@/lib/kernel/ids";
import { payoutNonce } from "../payout-nonce";
import { authorizationToSign, TOKEN_ABI, transferCall } from "./token-calls";

const network = findNetwork("production", "base");
const token = network && findToken(network, "usdc");
if (!network || !token) throw new Error("no USDC on Base");
const holder = privateKeyToAccount(`0x${"11".repeat(32)}`);
const unsigned = {
  ...({ purpose: "payout", id: "wd_1", partnerId: "ptn_1" } as const),
  ...{ tokenAddress: token.address, fromAddress: holder.address },
  toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  amountMicroUsd: 99_500_000n,
  validBefore: 1_800_000_000n,
  nonce: payoutNonce("wd_1"),
} as const;

describe("a withdrawal's nonce", () => {
  test("depends only on its id, and is unique", () => {
    const id = "wd_01k9x75d2r8e5t2v7w4y0z1a2b3";
    expect(payoutNonce(id)).toBe(keccak256(toHex(id)));
    const ids = Array.from({ length: 1_000 }, () => newId("wd"));
    expect(new Set(ids.map(payoutNonce)).size).toBe(1_000);
  });
});

describe("the signed message", () => {
  test("is EIP-3009's message for this token on this chain, valid from the beginning", () => {
    const { domain, message, primaryType } = authorizationToSign(network, token, unsigned);
    expect(primaryType).toBe("TransferWithAuthorization");
    expect(domain).toEqual({
      ...{ name: "USD Coin", version: "2", chainId: 8453 },
      verifyingContract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    });
    expect(message).toEqual({
      ...{ from: holder.address, to: unsigned.toAddress, value: 99_500_000n },
      ...{ validAfter: 0n, validBefore: 1_800_000_000n, nonce: unsigned.nonce },
    });
  });
  test("differs for each different field", () => {
    const digest = (change: object) =>
      hashTypedData(authorizationToSign(network, token, { ...unsigned, ...change }));
    const changes = [
      {},
      { amountMicroUsd: 1n },
      { toAddress: holder.address },
      { validBefore: 1n },
      { nonce: payoutNonce("wd_2") },
      { fromAddress: unsigned.toAddress },
    ];
    expect(new Set(changes.map(digest)).size).toBe(changes.length);
  });
  test("is refused for a token without EIP-3009", () => {
    const polygon = findNetwork("production", "polygon");
    const usdt = polygon && findToken(polygon, "usdt");
    if (!polygon || !usdt) throw new Error("no USDT on Polygon");
    expect(() => authorizationToSign(polygon, usdt, unsigned)).toThrow("usdt on polygon");
  });
});

test("the call carries exactly what was signed", async () => {
  const message = authorizationToSign(network, token, unsigned);
  const signature = await holder.signTypedData(message);
  const call = transferCall({ ...unsigned, signedAt: new Date(), signature, state: "open" });
  expect(call.to).toBe(token.address);
  const { functionName, args } = decodeFunctionData({ abi: TOKEN_ABI, data: call.data });
  expect(functionName).toBe("transferWithAuthorization");
  const { r, s, v } = parseSignature(signature);
  expect(args).toEqual([
    ...[holder.address, unsigned.toAddress, 99_500_000n, 0n, 1_800_000_000n, unsigned.nonce],
    ...[Number(v), r, s],
  ]);
  expect(await recoverTypedDataAddress({ ...message, signature })).toBe(holder.address);
});

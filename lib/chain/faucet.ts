import { randomInt } from "node:crypto";
import { encodeFunctionData, erc20Abi, keccak256 } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { chainClient } from "./client";
import type { ChainAddress, Network, Token } from "./networks";
import { readTransaction } from "./read/read-transaction";
import type { Hex } from "./read/reply-fields";

/** More than a transfer of these tokens uses. */
const GAS = 150_000n;
const GAS_SPREAD = 10_000;
const MAX_TRIES = 5;

/** Thrown when the faucet cannot send; the message says why. */
export class FaucetError extends Error {
  override readonly name = "FaucetError";
}

interface Payment {
  network: Network;
  token: Token;
  to: ChainAddress;
  amountMicroUsd: bigint;
}

/**
 * The last send of each chain. Sends of one chain run one after another in this process, because each needs its own
 * nonce.
 */
const lastSent = perProcess("faucetLastSent", () => new Map<string, Promise<unknown>>());

async function checkBalance({ network, token, amountMicroUsd }: Payment, from: ChainAddress) {
  const balance = await chainClient(network).readContract({
    address: token.address,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [from],
  });
  if (balance < amountMicroUsd)
    throw new FaucetError(`The faucet has not enough ${token.token} on ${network.chain}.`);
}

async function sign(payment: Payment, account: PrivateKeyAccount): Promise<Hex> {
  const { network, token, to, amountMicroUsd } = payment;
  const client = chainClient(network);
  const [nonce, fees] = await Promise.all([
    client.getTransactionCount({ address: account.address, blockTag: "pending" }),
    client.estimateFeesPerGas(),
  ]);
  return account.signTransaction({
    chainId: network.chainId,
    to: token.address,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [to, amountMicroUsd],
    }),
    nonce,
    // A random gas limit makes each transaction unique: otherwise two processes that send the same payment with the
    // same nonce would both take the one transaction for theirs.
    gas: GAS + BigInt(randomInt(GAS_SPREAD)),
    maxFeePerGas: fees.maxFeePerGas * 2n,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  });
}

/** Returns undefined when another process has used the nonce; only then is the next nonce tried. */
async function sendOnce(payment: Payment, account: PrivateKeyAccount): Promise<Hex | undefined> {
  const serialized = await sign(payment, account);
  const hash = keccak256(serialized);
  try {
    await chainClient(payment.network).request({
      method: "eth_sendRawTransaction",
      params: [serialized],
    });
    return hash;
  } catch (error) {
    // An error does not prove that nothing was sent, so the node is asked for the transaction.
    if (await readTransaction(payment.network, hash)) return hash;
    const text = error instanceof Error ? error.message : "";
    if (/nonce|underpriced|already known/i.test(text)) return undefined;
    throw error;
  }
}

async function send(payment: Payment, account: PrivateKeyAccount): Promise<Hex> {
  await checkBalance(payment, account.address);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const hash = await sendOnce(payment, account);
    if (hash) return hash;
  }
  throw new FaucetError("The faucet is busy. Repeat the request.");
}

/**
 * Sends test tokens with the faucet's key and returns the transaction hash, which may not be mined yet.
 * @throws FaucetError without a key or with a low balance; ChainOffError without a node; the node's error.
 */
export async function sendFromFaucet(payment: Payment): Promise<Hex> {
  const key = env().SANDBOX_FAUCET_PRIVATE_KEY;
  if (!key) throw new FaucetError("There is no faucet: set SANDBOX_FAUCET_PRIVATE_KEY.");
  const { chain } = payment.network;
  const before = lastSent.get(chain) ?? Promise.resolve();
  const sent = before.then(
    () => send(payment, privateKeyToAccount(key)),
    () => send(payment, privateKeyToAccount(key)),
  );
  lastSent.set(chain, sent);
  return sent;
}

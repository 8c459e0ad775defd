import type { Hash, Hex } from "viem";
import { encodeFunctionData, erc20Abi } from "viem";
import { type Poll, watcher } from "@/lib/deposits/watch/watcher";
import { eventsOf } from "../fixtures/books";
import { sql } from "../fixtures/make";
import type { Movement, TestChain } from "./index";
import { FAUCET } from "./index";

/** Polls the chain once with a new watcher, as after a restart. */
export const look = (chain: TestChain): Promise<Poll> => watcher(chain.network).poll();

/**
 * Polls until the watcher has read the chain up to its confirmed head, like the job; errors of the node are ignored.
 */
export async function lookUntil(
  isDone: () => Promise<boolean>,
  chain: TestChain,
  tries = 40,
): Promise<void> {
  const watching = watcher(chain.network);
  for (let i = 0; i < tries; i++) {
    await watching.poll().catch(() => undefined);
    if (await isDone()) return;
  }
  throw new Error("the chain was not read to its end");
}

/** Reads the deposits of a chain from the database. */
export const depositsOf = (chain: TestChain) =>
  sql(
    `SELECT tx_hash AS "txHash", ordinal, token, amount_micro_usd::int AS micro, partner_id AS "partnerId", card_id AS "cardId",
       block_number::int AS block FROM deposits WHERE chain = $1 ORDER BY id`,
    [chain.network.chain],
  );

/** Returns the transaction hashes of a partner's deposit events, in order. */
export async function creditedTo(partnerId: string): Promise<string[]> {
  const events = await eventsOf(partnerId);
  return events
    .filter(({ event }) => /deposit\.crypto$/.test(event))
    .map(({ data }) => data.txHash);
}

export async function cursorOf(chain: TestChain): Promise<{ block: number; hash: string | null }> {
  const [row] = await sql(
    "SELECT block_number::int AS block, block_hash AS hash FROM chain_cursors WHERE chain = $1",
    [chain.network.chain],
  );
  return row;
}

export const openAlerts = (): Promise<{ kind: string; subject: string; text: string }[]> =>
  sql("SELECT kind, subject, text FROM alerts WHERE closed_at IS NULL ORDER BY id");

/** Signs a transfer of the faucet without sending it, for a reorganization that includes it in any block. */
export async function signTransfer(
  chain: TestChain,
  { to, amountMicro, token = "usdc" }: Movement,
  nonceAfter = 0,
): Promise<Hex> {
  const nonce = await chain.client.getTransactionCount({
    address: FAUCET.address,
    blockTag: "pending",
  });
  return FAUCET.signTransaction({
    chainId: chain.network.chainId,
    to: chain.tokenAddress(token),
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amountMicro] }),
    nonce: nonce + nonceAfter,
    gas: 200_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  });
}

export async function sendRaw(chain: TestChain, raw: Hex): Promise<Hash> {
  const hash = await chain.client.sendRawTransaction({ serializedTransaction: raw });
  await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 5 });
  return hash;
}

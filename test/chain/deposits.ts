import type { Hash, Hex } from "viem";
import { encodeFunctionData, erc20Abi } from "viem";
import { type Poll, watcher } from "@/lib/deposits/watch/watcher";
import { eventsOf } from "../fixtures/books";
import { sql } from "../fixtures/make";
import type { Movement, TestChain } from "./index";
import { FAUCET } from "./index";

/** One look at the chain, by a watcher that knows nothing of earlier ones: as after a restart. */
export const look = (chain: TestChain): Promise<Poll> => watcher(chain.network).poll();

/** Looks until the chain was read up to its confirmed head, as the job does; failures of the node are passed over. */
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

/** The deposits of a chain, as the database has them. */
export const depositsOf = (chain: TestChain) =>
  sql(
    `SELECT tx_hash AS "txHash", ordinal, token, amount_micro_usd::int AS micro, partner_id AS "partnerId", card_id AS "cardId",
       block_number::int AS block FROM deposits WHERE chain = $1 ORDER BY id`,
    [chain.network.chain],
  );

/** The transactions of a partner's deposit events, in order. */
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

/** A transfer by the faucet, signed and not sent: what a reorganisation can put where it wants. */
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

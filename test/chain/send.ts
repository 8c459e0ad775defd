import type { Address, Hash, Hex, TransactionReceipt } from "viem";
import type { ChainClient } from "./client";

const MAX_NUMBERS = 5;
/** The node's errors for a second transaction with the same nonce. */
const NUMBER_TAKEN = /already imported|replacement transaction underpriced|nonce too low/;

/**
 * Sends a transaction with a nonce that the node chooses. The node sometimes chooses the same nonce for two concurrent
 * transactions and refuses the second one, which is then sent again.
 */
export async function numberedByNode(
  client: ChainClient,
  transaction: { from: Address; to: Address; data: Hex; gas: Hex },
): Promise<Hash> {
  const request = { method: "eth_sendTransaction", params: [transaction] } as never;
  for (let tries = 1; ; tries++) {
    try {
      return await client.request(request);
    } catch (error) {
      if (tries === MAX_NUMBERS || !NUMBER_TAKEN.test(String(error))) throw error;
    }
  }
}

/** Waits for a transaction, and mines a block if it takes too long: a block in progress sometimes leaves it out. */
export async function untilMined(client: ChainClient, hash: Hash): Promise<TransactionReceipt> {
  try {
    return await client.waitForTransactionReceipt({ hash, timeout: 1_000 });
  } catch {
    await client.mine({ blocks: 1 });
    return client.waitForTransactionReceipt({ hash, timeout: 30_000 });
  }
}

import type { Address, Hash, Hex, TransactionReceipt } from "viem";
import type { ChainClient } from "./client";

const MAX_NUMBERS = 5;
/** What the node says to a second transaction of a number. */
const NUMBER_TAKEN = /already imported|replacement transaction underpriced|nonce too low/;

/** Of two that come at once the node gives both the same number now and then, and refuses the second: it takes the next. */
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

/** A transaction that comes while a block is being made is passed over at times: the next block takes it along. */
export async function untilMined(client: ChainClient, hash: Hash): Promise<TransactionReceipt> {
  try {
    return await client.waitForTransactionReceipt({ hash, timeout: 1_000 });
  } catch {
    await client.mine({ blocks: 1 });
    return client.waitForTransactionReceipt({ hash, timeout: 30_000 });
  }
}

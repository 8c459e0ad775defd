import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { faultText } from "@/lib/chain/fault-text";
import type { Network } from "@/lib/chain/networks";
import { errorFields, log } from "@/lib/kernel/log";
import { readStateBlock } from "@/lib/treasury/payouts/read-state";
import { timeOf } from "@/lib/treasury/payouts/read-view";
import type { ChainBooks } from "../books/books";
import { readRelayer } from "../read-relayer";
import { treasuryAddresses } from "../treasury-addresses";
import { readBlockFacts } from "./read-block-facts";
import { type ChainState, reconcileToken } from "./reconcile-token";
import type { ChainOutcome, TokenReconciliation } from "./reconciliation";

export type Scope = Pick<ChainState, "moreAddresses" | "lookBackBlocks">;

/** Counts the confirmed blocks after the cursor. `headNumber` was read before the books. */
function behind(network: Network, { cursor }: ChainBooks, headNumber: bigint): bigint {
  const blocks = headNumber - BigInt(confirmationsOf(network)) + 1n - cursor;
  return blocks > 0n ? blocks : 0n;
}

async function look(
  network: Network,
  books: ChainBooks,
  headNumber: bigint,
  scope: Scope,
): Promise<ChainOutcome> {
  const block = await readStateBlock(network, books.block);
  const facts = await readBlockFacts(network, books, block);
  const treasuries = await treasuryAddresses(books.treasuries);
  const state = { network, block, books, facts, treasuries, ...scope };
  const tokens: TokenReconciliation[] = [];
  for (const token of network.tokens) tokens.push(await reconcileToken(state, token));
  return {
    chain: network.chain,
    state: tokens.every((each) => each.differenceMicroUsd === 0n) ? "equal" : "unequal",
    block: { number: block.number, hash: block.hash, at: timeOf(block) },
    behindBlocks: behind(network, books, headNumber),
    treasuries,
    relayer: await readRelayer(network, block.hash),
    tokens,
  };
}

/**
 * Compares the books of a chain with the chain, as of one block. `headNumber` is the chain's newest block right before
 * the books were read. A node's failure becomes the outcome.
 */
export async function reconcileChain(
  network: Network,
  books: ChainBooks,
  headNumber: bigint,
  scope: Scope,
): Promise<ChainOutcome> {
  try {
    return await look(network, books, headNumber, scope);
  } catch (error) {
    const { chain } = network;
    log().error({ chain, failure: errorFields(error) }, "chain not reconciled");
    return { chain, state: "unreachable", fault: faultText(error) };
  }
}

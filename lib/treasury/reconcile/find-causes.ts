import type { ChainAddress, Network, Token } from "@/lib/chain/networks";
import { keptRangeSize } from "@/lib/chain/read/range-size";
import type { BlockSpan } from "@/lib/chain/read/read-logs";
import { readRanges } from "@/lib/chain/read/read-ranges";
import { type CreditedTransfer, listCredited, listCreditedIn } from "@/lib/deposits/credit/store";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import type { PostedMove } from "../books/books";
import { explainMoves } from "./explain-moves";
import { type Move, readMoves } from "./read-moves";
import type { Cause } from "./reconciliation";
import { findSignedTransfers, sumUnplacedDeposits } from "./store";

const MAX_BLOCKS = 2_000;

interface Search {
  network: Network;
  token: Token;
  /** The accounts with an unexpected balance, in lower case. */
  accounts: readonly ChainAddress[];
  arrived: readonly Transfer[];
  /** Transfers that operator postings record. */
  posted: readonly PostedMove[];
  differenceMicroUsd: bigint;
  upTo: bigint;
  lookBackBlocks: bigint;
}

async function withoutBlock({ network, token, accounts }: Search): Promise<Cause[]> {
  const sums = await sumUnplacedDeposits(network.chain, token.token, accounts);
  return sums.map(({ account, amountMicroUsd }) => ({
    ...{ kind: "no_block", account, txHash: null, blockNumber: null },
    ...{ counterparty: null, amountMicroUsd: -amountMicroUsd },
  }));
}

/** Returns the deposits credited from these blocks whose transfer is not on the chain. */
function vanished(
  { token, accounts }: Search,
  credited: readonly CreditedTransfer[],
  moves: readonly Move[],
): Cause[] {
  const there = new Set(
    moves.flatMap(({ transfers }) =>
      transfers.map(({ txHash, ordinal }) => `${txHash}:${ordinal}`),
    ),
  );
  return credited
    .filter((row) => row.token === token.token && !there.has(`${row.txHash}:${row.ordinal}`))
    .flatMap((row): Cause[] => {
      const account = accounts.find((each) => each === row.toAddress.toLowerCase());
      const { txHash, blockNumber, amountMicroUsd } = row;
      const at = { txHash, blockNumber, counterparty: null };
      return account
        ? [{ kind: "not_on_chain", account, amountMicroUsd: -amountMicroUsd, ...at }]
        : [];
    });
}

/** Returns the causes in a range of blocks, whose moves were read from the chain. */
async function causesIn(
  search: Search,
  blocks: BlockSpan,
  moves: readonly Move[],
): Promise<Cause[]> {
  const { network, accounts, arrived, posted } = search;
  const nonces = moves.flatMap(({ usedNonces }) => usedNonces);
  const hashes = moves.map(({ txHash }) => txHash);
  const known = {
    arrived,
    posted,
    credited: await listCredited(network.chain, hashes),
    signed: await findSignedTransfers(network.chain, nonces),
  };
  const fromThere = await listCreditedIn(network.chain, blocks);
  return [...explainMoves(moves, new Set(accounts), known), ...vanished(search, fromThere, moves)];
}

const newestFirst = (one: Cause, other: Cause) =>
  Number((other.blockNumber ?? 0n) - (one.blockNumber ?? 0n));

/**
 * Finds possible causes of a difference, newest first: transfers of the deviating accounts that have no match in the
 * books, and credits without a transfer. Reads backwards from the block until the causes add up to the difference, so
 * that older, already corrected ones are left out; for at most `lookBackBlocks`.
 */
export async function findCauses(search: Search): Promise<Cause[]> {
  const causes = await withoutBlock(search);
  const isExplained = () =>
    causes.reduce((sum, { amountMicroUsd }) => sum + amountMicroUsd, 0n) ===
    search.differenceMicroUsd;
  if (isExplained()) return causes;
  const { network, token, accounts, upTo, lookBackBlocks } = search;
  const end = upTo > lookBackBlocks ? upTo - lookBackBlocks : 0n;
  const movesIn = (blocks: BlockSpan) =>
    readMoves(network, { tokenAddress: token.address, accounts }, blocks);
  const size = keptRangeSize(network, "moves", MAX_BLOCKS);
  const ranges = readRanges({ from: end, to: upTo }, movesIn, { size, isBackward: true });
  for await (const { found: moves, ...blocks } of ranges) {
    const found = (await causesIn(search, blocks, moves)).sort(newestFirst);
    // Both sides of a transfer between our accounts stay together.
    for (const each of Map.groupBy(found, ({ txHash }) => txHash).values())
      if (!isExplained()) causes.push(...each);
    if (isExplained()) break;
  }
  return causes;
}

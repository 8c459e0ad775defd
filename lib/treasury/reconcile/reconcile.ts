import { NETWORKS } from "@/lib/chain/networks";
import { larger } from "@/lib/kernel/bigint";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import type { Books } from "../books/books";
import { type PickBlock, readBooks } from "../books/store";
import { readHeads } from "./read-heads";
import { reconcileChain } from "./reconcile-chain";
import type { ChainOutcome } from "./reconciliation";
import { listAllAddresses } from "./store";

/** Plain nodes keep the state of the last 128 blocks. */
const MAX_DEPTH = 100n;
const LOOK_BACK_BLOCKS = 50_000n;

export interface ReconcileOptions {
  /**
   * The block to reconcile, by chain. Default: the cursor's block, or one near the head when the cursor is far behind.
   */
  at?: Readonly<Record<string, bigint>>;
  /**
   * Reads all deposits and signed transfers instead of their kept sums, and the balances of all deposit addresses, not only of those
   * that received a deposit.
   */
  isWhole?: boolean;
  /** How far back the causes of a difference are searched. */
  lookBackBlocks?: bigint;
}

export interface Reconciliation {
  at: Date;
  books: Books;
  /** Custody minus all liabilities and own accounts, in micro-USD; 0 when the books balance. */
  booksDifferenceMicroUsd: bigint;
  chains: ChainOutcome[];
  /** Whether the books balance and each chain is equal, or has neither custody nor a node. */
  isEqual: boolean;
}

/** Custody must equal the money owed to partners, the service's own money and the operator accounts. */
function booksDifference(books: Books): bigint {
  const { wallets, cards, holds, shortfalls, fees, network, payout, suspense, custody } = books;
  const { disputes, capital, adjustments, costs, bank } = books;
  const ofOperator = disputes + capital + adjustments + costs + bank;
  return (
    custody -
    (wallets + cards + holds + shortfalls + fees + network + payout + suspense + ofOperator)
  );
}

/**
 * A chain that is off or unread counts as equal when the books have nothing on it; so does a chain that is no longer
 * supported.
 */
function areEqual(chains: readonly ChainOutcome[], { custodyByChain }: Books): boolean {
  const stateOf = new Map(chains.map(({ chain, state }) => [chain, state]));
  const held = [...custodyByChain].filter(([, custody]) => custody !== 0n);
  return (
    chains.every(({ state }) => state !== "unequal" && state !== "unreachable") &&
    held.every(([chain]) => stateOf.get(chain) === "equal")
  );
}

/**
 * Compares the books with the chains. For each chain and token, custody is compared with the tokens on chain, as of one
 * block of each chain. Over all chains, liabilities are compared with custody. Changes nothing. Source:
 * docs/treasury.md, the equation.
 */
export async function reconcile(options: ReconcileOptions = {}): Promise<Reconciliation> {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT];
  const heads = await readHeads(networks);
  const pickBlock: PickBlock = (chain, cursor) => {
    const head = heads.get(chain);
    if (head?.state !== "on") return undefined;
    const near = head.number - MAX_DEPTH;
    return options.at?.[chain] ?? larger(near, cursor);
  };
  const books = await readBooks(pickBlock, options.isWhole ? "rows" : "kept");
  const scope = {
    moreAddresses: options.isWhole ? await listAllAddresses() : [],
    lookBackBlocks: options.lookBackBlocks ?? LOOK_BACK_BLOCKS,
  };
  const chains = await Promise.all(
    networks.map(async (network): Promise<ChainOutcome> => {
      const { chain } = network;
      const head = heads.get(chain);
      if (head?.state === "away") return { chain, state: "unreachable", fault: head.fault };
      const ofChain = books.chains.get(chain);
      if (ofChain && head?.state === "on")
        return reconcileChain(network, ofChain, head.number, scope);
      return { chain, state: head?.state === "on" ? "unread" : "off" };
    }),
  );
  const booksDifferenceMicroUsd = booksDifference(books);
  const isEqual = booksDifferenceMicroUsd === 0n && areEqual(chains, books);
  return { at: now(), books, booksDifferenceMicroUsd, chains, isEqual };
}

import { NETWORKS } from "@/lib/chain/networks";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import type { Books } from "../books/books";
import { readBooks } from "../books/store";
import { readHeads } from "./read-heads";
import { reconcileChain } from "./reconcile-chain";
import type { ChainOutcome } from "./reconciliation";
import { listAllAddresses } from "./store";

/** Plain nodes keep the state of the last 128 blocks. */
const MAX_DEPTH = 100n;
const LOOK_BACK_BLOCKS = 50_000n;

export interface ReconcileOptions {
  /** By chain, the block to look at; else the last one that was credited, or one near the head where that lies far back. */
  at?: Readonly<Record<string, bigint>>;
  /** Asks every deposit address ever given out, and not those alone that a deposit came to. */
  allAddresses?: boolean;
  /** How far back the causes of a difference are looked for. */
  lookBackBlocks?: bigint;
}

export interface Reconciliation {
  at: Date;
  books: Books;
  /** What custody has more than is owed to all, in micro-USD: nothing. */
  booksDifferenceMicroUsd: bigint;
  chains: ChainOutcome[];
  /** The books come out even, and each chain is equal, or has no custody and no node. */
  isEqual: boolean;
}

/** What is owed to partners, what is the service's own and what is set aside is what should be on chain. */
function booksDifference(books: Books): bigint {
  const { wallets, cards, holds, fees, network, payout, suspense, custody } = books;
  const { capital, adjustments, costs, bank } = books;
  const ofOperator = capital + adjustments + costs + bank;
  return custody - (wallets + cards + holds + fees + network + payout + suspense + ofOperator);
}

/** A chain that cannot be looked at is equal when there is nothing on it by the books. Also one that we left. */
function areEqual(chains: readonly ChainOutcome[], { custodyByChain }: Books): boolean {
  const stateOf = new Map(chains.map(({ chain, state }) => [chain, state]));
  const held = [...custodyByChain].filter(([, custody]) => custody !== 0n);
  return (
    chains.every(({ state }) => state !== "unequal" && state !== "unreachable") &&
    held.every(([chain]) => stateOf.get(chain) === "equal")
  );
}

/**
 * Holds the books against the chains: of each chain and token, custody against the tokens that are there, as of one block
 * of each chain; and over all, what is owed against custody. Changes nothing. Source: docs/treasury.md, the equation.
 */
export async function reconcile(options: ReconcileOptions = {}): Promise<Reconciliation> {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT];
  const heads = await readHeads(networks);
  const books = await readBooks((chain, cursor) => {
    const head = heads.get(chain);
    if (head?.state !== "on") return undefined;
    const near = head.number - MAX_DEPTH;
    return options.at?.[chain] ?? (near > cursor ? near : cursor);
  });
  const scope = {
    moreAddresses: options.allAddresses ? await listAllAddresses() : [],
    lookBackBlocks: options.lookBackBlocks ?? LOOK_BACK_BLOCKS,
  };
  const chains = await Promise.all(
    networks.map(async (network): Promise<ChainOutcome> => {
      const { chain } = network;
      const head = heads.get(chain);
      if (head?.state === "away") return { chain, state: "unreachable", fault: head.fault };
      const ofChain = books.chains.get(chain);
      if (ofChain) return reconcileChain(network, ofChain, scope);
      return { chain, state: head?.state === "on" ? "unread" : "off" };
    }),
  );
  const booksDifferenceMicroUsd = booksDifference(books);
  const isEqual = booksDifferenceMicroUsd === 0n && areEqual(chains, books);
  return { at: now(), books, booksDifferenceMicroUsd, chains, isEqual };
}

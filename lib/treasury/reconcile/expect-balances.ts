import type { ChainAddress, Token, TokenName } from "@/lib/chain/networks";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import type { ChainBooks, Moved, PostedMove } from "../books/books";
import type { TokenReconciliation } from "./reconciliation";

/** Facts about the reconciled block besides balances. */
export interface BlockFacts {
  /** The ids of the uncertain transfers that were carried out by this block. */
  carriedOut: ReadonlySet<string>;
  /** Transfers to deposit addresses after the cursor and up to the block. */
  arrived: readonly Transfer[];
  /** Recent operator postings whose transaction is in no block up to this one. */
  postedLater: ReadonlySet<string>;
}

type Terms = Pick<
  TokenReconciliation,
  | "custodyMicroUsd"
  | "creditedLaterMicroUsd"
  | "uncreditedMicroUsd"
  | "paidNotCompletedMicroUsd"
  | "completedNotPaidMicroUsd"
  | "postedLaterMicroUsd"
  | "expectedMicroUsd"
>;

export interface Expected extends Terms {
  /** By account, in lower case. */
  balances: ReadonlyMap<string, bigint>;
}

interface Amount {
  amountMicroUsd: bigint;
}

const sum = (list: readonly Amount[]) =>
  list.reduce((total, { amountMicroUsd }) => total + amountMicroUsd, 0n);

interface Movements {
  received: readonly Transfer[];
  /** What the sums contain, and the chain did not carry out. */
  undone: readonly Moved[];
  /** What the sums lack. */
  moved: readonly Moved[];
}

function balancesOf(
  { addresses, youngDeposits, treasurySums }: ChainBooks,
  { received, undone, moved }: Movements,
): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  const add = (account: string, amount: bigint) => {
    const key = account.toLowerCase();
    balances.set(key, (balances.get(key) ?? 0n) + amount);
  };
  const transfer = ({ fromAddress, toAddress }: Moved, amount: bigint) => {
    add(fromAddress, -amount);
    if (toAddress !== null) add(toAddress, amount);
  };
  for (const { address, amountMicroUsd } of [...addresses, ...treasurySums])
    add(address, amountMicroUsd);
  for (const { toAddress, aheadMicroUsd, laterMicroUsd } of youngDeposits)
    add(toAddress, -aheadMicroUsd - laterMicroUsd);
  for (const { toAddress, amountMicroUsd } of received) add(toAddress, amountMicroUsd);
  for (const each of undone) transfer(each, -each.amountMicroUsd);
  for (const each of moved) transfer(each, each.amountMicroUsd);
  return balances;
}

/** Returns the parts of a chain's books about a token. */
function booksOf({ token, address }: Token, books: ChainBooks): ChainBooks {
  const isOfContract = ({ tokenAddress }: { tokenAddress: ChainAddress }) =>
    tokenAddress.toLowerCase() === address.toLowerCase();
  const isOfToken = (each: { token: TokenName }) => each.token === token;
  return {
    ...books,
    addresses: books.addresses.filter(isOfToken),
    youngDeposits: books.youngDeposits.filter(isOfToken),
    treasurySums: books.treasurySums.filter(isOfContract),
    uncertain: books.uncertain.filter(isOfContract),
    posted: books.posted.filter(isOfToken),
  };
}

/** Unique, since a posting has at most one leg per custody account. */
export const keyOfPosted = ({ postingId, token }: PostedMove) => `${postingId}:${token}`;

/** Treats an operator posting as a transfer from the administrators' treasury, because the ledger has no addresses. */
const movedByHand = (
  { amountMicroUsd }: PostedMove,
  fromAddress: ChainAddress,
  tokenAddress: ChainAddress,
): Moved => ({ tokenAddress, fromAddress, toAddress: null, amountMicroUsd });

/**
 * Computes the expected amounts of a token as of the block, in total and per account. The total comes from the ledger's
 * custody account. The amounts per account come from deposits and signed transfers, because the ledger has no
 * addresses.
 */
export function expectBalances(
  token: Token,
  allBooks: ChainBooks,
  { carriedOut, arrived: allArrived, postedLater }: BlockFacts,
  treasury?: ChainAddress,
): Expected {
  const books = booksOf(token, allBooks);
  const { youngDeposits, uncertain, posted } = books;
  const arrived = allArrived.filter((each) => each.token === token.token);
  const payouts = uncertain.filter(({ purpose }) => purpose === "payout");
  const later = youngDeposits.reduce((total, { laterMicroUsd }) => total + laterMicroUsd, 0n);
  const ahead = youngDeposits.reduce((total, { aheadMicroUsd }) => total + aheadMicroUsd, 0n);
  const isLater = (each: PostedMove) => postedLater.has(keyOfPosted(each));
  const postedLaterMicroUsd = sum(posted.filter(isLater));
  const byHand = treasury
    ? posted
        .filter((each) => !isLater(each))
        .map((each) => movedByHand(each, treasury, token.address))
    : [];
  const custodyMicroUsd = books.custody.get(token.token) ?? 0n;
  const uncreditedMicroUsd = sum(arrived) - ahead;
  const paid = sum(payouts.filter(({ id, isCompleted }) => !isCompleted && carriedOut.has(id)));
  const unpaid = sum(payouts.filter(({ id, isCompleted }) => isCompleted && !carriedOut.has(id)));
  const undone = uncertain.filter(({ id }) => !carriedOut.has(id));
  return {
    custodyMicroUsd,
    creditedLaterMicroUsd: later,
    uncreditedMicroUsd,
    paidNotCompletedMicroUsd: paid,
    completedNotPaidMicroUsd: unpaid,
    postedLaterMicroUsd,
    expectedMicroUsd:
      custodyMicroUsd - later + uncreditedMicroUsd - paid + unpaid + postedLaterMicroUsd,
    balances: balancesOf(books, { received: arrived, undone, moved: byHand }),
  };
}

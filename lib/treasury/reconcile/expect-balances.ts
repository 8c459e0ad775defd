import type { ChainAddress, Token } from "@/lib/chain/networks";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import type { ChainBooks, MovedSum, PostedMove } from "../books/books";
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

function balancesOf(
  deposits: ChainBooks["deposits"],
  arrived: readonly Transfer[],
  moved: readonly Omit<MovedSum, "purpose">[],
): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  const add = (account: string, amount: bigint) => {
    const key = account.toLowerCase();
    balances.set(key, (balances.get(key) ?? 0n) + amount);
  };
  for (const { toAddress, creditedMicroUsd, aheadMicroUsd } of deposits)
    add(toAddress, creditedMicroUsd - aheadMicroUsd);
  for (const { toAddress, amountMicroUsd } of arrived) add(toAddress, amountMicroUsd);
  for (const { fromAddress, toAddress, amountMicroUsd } of moved) {
    add(fromAddress, -amountMicroUsd);
    if (toAddress !== null) add(toAddress, amountMicroUsd);
  }
  return balances;
}

/** Unique, since a posting has at most one leg per custody account. */
export const keyOfPosted = ({ postingId, token }: PostedMove) => `${postingId}:${token}`;

/** Treats an operator posting as a transfer from the administrators' treasury, because the ledger has no addresses. */
const movedByHand = (
  { amountMicroUsd }: PostedMove,
  fromAddress: ChainAddress,
  tokenAddress: ChainAddress,
): Omit<MovedSum, "purpose"> => ({ tokenAddress, fromAddress, toAddress: null, amountMicroUsd });

/**
 * Computes the expected amounts of a token as of the block, in total and per account. The total comes from the ledger's
 * custody account. The amounts per account come from deposits and signed transfers, because the ledger has no
 * addresses.
 */
export function expectBalances(
  { token, address }: Token,
  books: ChainBooks,
  { carriedOut, arrived: allArrived, postedLater }: BlockFacts,
  treasury?: ChainAddress,
): Expected {
  const ofToken = ({ tokenAddress }: MovedSum) =>
    tokenAddress.toLowerCase() === address.toLowerCase();
  const deposits = books.deposits.filter((each) => each.token === token);
  const arrived = allArrived.filter((each) => each.token === token);
  const uncertain = books.uncertain.filter(ofToken);
  const carried = uncertain.filter(({ id }) => carriedOut.has(id));
  const payouts = uncertain.filter(({ purpose }) => purpose === "payout");
  const later = deposits.reduce((total, { laterMicroUsd }) => total + laterMicroUsd, 0n);
  const ahead = deposits.reduce((total, { aheadMicroUsd }) => total + aheadMicroUsd, 0n);
  const posted = books.posted.filter((each) => each.token === token);
  const isLater = (each: PostedMove) => postedLater.has(keyOfPosted(each));
  const postedLaterMicroUsd = sum(posted.filter(isLater));
  const byHand = treasury
    ? posted.filter((each) => !isLater(each)).map((each) => movedByHand(each, treasury, address))
    : [];
  const custodyMicroUsd = books.custody.get(token) ?? 0n;
  const uncreditedMicroUsd = sum(arrived) - ahead;
  const paid = sum(payouts.filter(({ id, isCompleted }) => !isCompleted && carriedOut.has(id)));
  const unpaid = sum(payouts.filter(({ id, isCompleted }) => isCompleted && !carriedOut.has(id)));
  return {
    custodyMicroUsd,
    creditedLaterMicroUsd: later,
    uncreditedMicroUsd,
    paidNotCompletedMicroUsd: paid,
    completedNotPaidMicroUsd: unpaid,
    postedLaterMicroUsd,
    expectedMicroUsd:
      custodyMicroUsd - later + uncreditedMicroUsd - paid + unpaid + postedLaterMicroUsd,
    balances: balancesOf(deposits, arrived, [
      ...books.moved.filter(ofToken),
      ...carried,
      ...byHand,
    ]),
  };
}

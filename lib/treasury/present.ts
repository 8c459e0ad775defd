import { formatEther } from "viem";
import type { z } from "zod";
import { NETWORKS } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd as usd } from "@/lib/kernel/money";
import type { Books } from "./books/books";
import type { Reconciliation } from "./reconcile/reconcile";
import type { Cause, ChainOutcome, TokenReconciliation } from "./reconcile/reconciliation";
import type { treasurySchema } from "./schema";

type Treasury = z.input<typeof treasurySchema>;
type Chain = Treasury["chains"][number];

function presentCause({ kind, account, amountMicroUsd, ...rest }: Cause) {
  return {
    kind,
    account,
    amount: usd(amountMicroUsd),
    ...(rest.counterparty !== null && { counterparty: rest.counterparty }),
    ...(rest.txHash !== null && { txHash: rest.txHash }),
    ...(rest.blockNumber !== null && { blockNumber: Number(rest.blockNumber) }),
  };
}

function presentToken(found: TokenReconciliation, canBeSwept: boolean): Chain["tokens"][number] {
  return {
    token: found.token,
    canBeSwept,
    treasury: usd(found.treasuryMicroUsd),
    depositAddresses: usd(found.depositAddressesMicroUsd),
    depositAddressCount: found.depositAddressCount,
    custody: usd(found.custodyMicroUsd),
    creditedLater: usd(found.creditedLaterMicroUsd),
    uncredited: usd(found.uncreditedMicroUsd),
    paidNotCompleted: usd(found.paidNotCompletedMicroUsd),
    completedNotPaid: usd(found.completedNotPaidMicroUsd),
    postedLater: usd(found.postedLaterMicroUsd),
    expected: usd(found.expectedMicroUsd),
    difference: usd(found.differenceMicroUsd),
    causes: found.causes.map(presentCause),
  };
}

function presentChain(outcome: ChainOutcome): Chain {
  const { chain, state } = outcome;
  const network = NETWORKS[env().SERVICE_ENVIRONMENT].find((each) => each.chain === chain);
  const head = { chain, chainId: network?.chainId ?? 0, state };
  if (!("tokens" in outcome)) {
    const fault = "fault" in outcome ? { fault: outcome.fault } : {};
    return { ...head, ...fault, treasuryAddresses: [], tokens: [] };
  }
  const { block, behindBlocks, relayer, treasuries, tokens } = outcome;
  const sweepable = new Set(
    network?.tokens.filter(({ eip3009 }) => eip3009).map(({ token }) => token),
  );
  return {
    ...head,
    block: { number: Number(block.number), hash: block.hash, at: block.at.toISOString() },
    behindBlocks: Number(behindBlocks),
    treasuryAddresses: treasuries,
    ...(relayer && {
      relayer: {
        address: relayer.address,
        balance: formatEther(relayer.balanceWei),
        ...(network && { coin: network.coin }),
      },
    }),
    tokens: tokens.map((each) => presentToken(each, sweepable.has(each.token))),
  };
}

function presentWithdrawals({ withdrawals }: Books): Treasury["withdrawals"] {
  const many = (state: keyof Books["withdrawals"]) => {
    const { count, netMicroUsd } = withdrawals[state];
    return { count, netAmount: usd(netMicroUsd) };
  };
  return { pending: many("pending"), approved: many("approved"), signed: many("signed") };
}

/** Converts a reconciliation to the API format: assets, liabilities and whether they agree, in USD. */
export function presentTreasury(found: Reconciliation): Treasury {
  const { books, chains, at, isEqual } = found;
  const { wallets, cards, holds } = books;
  return {
    at: at.toISOString(),
    isEqual,
    owed: {
      wallets: usd(wallets),
      cards: usd(cards),
      holds: usd(holds),
      total: usd(wallets + cards + holds),
    },
    books: {
      shortfalls: usd(books.shortfalls),
      fees: usd(books.fees),
      network: usd(books.network),
      disputes: usd(books.disputes),
      payout: usd(books.payout),
      suspense: usd(books.suspense),
      capital: usd(books.capital),
      adjustments: usd(books.adjustments),
      costs: usd(books.costs),
      bank: usd(books.bank),
      custody: usd(books.custody),
      difference: usd(found.booksDifferenceMicroUsd),
    },
    withdrawals: presentWithdrawals(books),
    chains: chains.map(presentChain),
  };
}

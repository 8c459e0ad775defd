import type { ChainAddress, Network, Token } from "@/lib/chain/networks";
import type { StateBlock } from "@/lib/treasury/payouts/read-state";
import { readBalances } from "../balances/read-balances";
import type { ChainBooks } from "../books/books";
import { type BlockFacts, expectBalances } from "./expect-balances";
import { findCauses } from "./find-causes";
import type { Deviation, TokenReconciliation } from "./reconciliation";

/** Enough to see the problem, and the maximum that nodes accept in one filter. */
const MAX_DEVIATIONS = 100;

/** The data with which a chain's tokens are reconciled. */
export interface ChainState {
  network: Network;
  block: StateBlock;
  books: ChainBooks;
  facts: BlockFacts;
  treasuries: readonly ChainAddress[];
  /** Addresses to read besides those that received a deposit. */
  moreAddresses: readonly ChainAddress[];
  lookBackBlocks: bigint;
}

const distance = ({ balanceMicroUsd, expectedMicroUsd }: Deviation) => {
  const gap = balanceMicroUsd - expectedMicroUsd;
  return gap < 0n ? -gap : gap;
};

const byDistance = (one: Deviation, other: Deviation) =>
  distance(one) < distance(other) ? 1 : distance(one) > distance(other) ? -1 : 0;

async function readAccounts(
  { network, block, treasuries, moreAddresses }: ChainState,
  { address: tokenAddress }: Token,
  expected: ReadonlyMap<string, bigint>,
): Promise<Deviation[]> {
  const ofTreasury = new Set(treasuries.map((each) => each.toLowerCase()));
  const accounts = [
    ...new Set([...ofTreasury, ...expected.keys(), ...moreAddresses]),
  ] as ChainAddress[];
  const balances = await readBalances(network, { tokenAddress, accounts, blockHash: block.hash });
  return accounts.map((account, index) => ({
    account,
    isTreasury: ofTreasury.has(account),
    balanceMicroUsd: balances[index] ?? 0n,
    expectedMicroUsd: expected.get(account) ?? 0n,
  }));
}

const total = (accounts: readonly Deviation[]) =>
  accounts.reduce((sum, { balanceMicroUsd }) => sum + balanceMicroUsd, 0n);

/** Compares the expected amounts of a token with its balances on the chain, as of one block. */
export async function reconcileToken(
  state: ChainState,
  token: Token,
): Promise<TokenReconciliation> {
  const { balances, ...terms } = expectBalances(
    token,
    state.books,
    state.facts,
    state.treasuries[0],
  );
  const accounts = await readAccounts(state, token, balances);
  const differenceMicroUsd = total(accounts) - terms.expectedMicroUsd;
  const deviations = accounts.filter((each) => distance(each) > 0n).sort(byDistance);
  const shown = deviations.slice(0, MAX_DEVIATIONS);
  const { network, block, books, facts, lookBackBlocks } = state;
  const search = {
    ...{ network, token, differenceMicroUsd, lookBackBlocks, upTo: block.number },
    accounts: shown.map(({ account }) => account),
    posted: books.posted.filter((each) => each.token === token.token),
    arrived: facts.arrived,
  };
  return {
    token: token.token,
    treasuryMicroUsd: total(accounts.filter(({ isTreasury }) => isTreasury)),
    depositAddressesMicroUsd: total(accounts.filter(({ isTreasury }) => !isTreasury)),
    depositAddressCount: accounts.filter(({ isTreasury }) => !isTreasury).length,
    ...terms,
    differenceMicroUsd,
    deviations: shown,
    causes: differenceMicroUsd === 0n || shown.length === 0 ? [] : await findCauses(search),
  };
}

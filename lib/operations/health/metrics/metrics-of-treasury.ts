import type { getTreasuryContract } from "@/lib/backoffice/contract";
import type { Data } from "@/lib/contract/contract";
import { gauge, type Metric, type Sample } from "./metric";

type Treasury = Data<typeof getTreasuryContract>;

/**
 * 1 or 0, or nothing while a chain could not be compared and all else agrees: a node that is away is no difference, and is
 * shown by the metrics of the chain itself.
 */
function booksEqual({ isEqual, books, chains }: Treasury): Sample[] {
  const states = new Set(chains.map(({ state }) => state));
  const isDifferent = books.difference !== 0 || states.has("unequal");
  const isUnknown = !isEqual && !isDifferent && states.has("unreachable");
  return isUnknown ? [] : [{ value: Number(isEqual) }];
}

/**
 * Metrics of on-chain balances, liabilities and their difference. Amounts are in USD, as in the treasury's response.
 */
export function metricsOfTreasury(treasury: Treasury): Metric[] {
  const { owed, chains } = treasury;
  const tokens = chains.flatMap(({ chain, tokens }) =>
    tokens.map((token) => ({ chain, ...token })),
  );
  const perToken = (
    name: string,
    help: string,
    field: "treasury" | "depositAddresses" | "difference",
  ) =>
    ({
      name,
      type: "gauge",
      help,
      samples: tokens.map(({ chain, token, ...row }) => ({
        labels: { chain, token },
        value: row[field],
      })),
    }) satisfies Metric;
  return [
    {
      name: "books_equal",
      type: "gauge",
      help: "1 while the books and the chains agree, 0 while they differ",
      samples: booksEqual(treasury),
    },
    gauge("owed_usd", "What is owed to partners and cards", owed.total),
    perToken("treasury_usd", "Tokens of the treasury", "treasury"),
    perToken("deposit_addresses_usd", "Tokens not swept yet", "depositAddresses"),
    perToken("reconciliation_difference_usd", "0 while they agree", "difference"),
    {
      name: "relayer_coins",
      type: "gauge",
      help: "Coins of the relayer for gas",
      samples: chains.flatMap(({ chain, relayer }) =>
        relayer ? [{ labels: { chain }, value: Number(relayer.balance) }] : [],
      ),
    },
  ];
}

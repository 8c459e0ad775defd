import type { getTreasuryContract } from "@/lib/backoffice/contract";
import type { Data } from "@/lib/contract/contract";
import { gauge, type Metric } from "./metric";

type Treasury = Data<typeof getTreasuryContract>;

/**
 * Metrics of on-chain balances, liabilities and their difference. Amounts are in USD, as in the treasury's response.
 */
export function metricsOfTreasury({ isEqual, owed, chains }: Treasury): Metric[] {
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
    gauge("books_equal", "1 while the books and the chains agree", Number(isEqual)),
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

import type { StoredReconciliation } from "@/lib/accounting/checks/find-reconciliation";
import { SECOND_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { gauge, type Metric, type Sample } from "./metric";

type Treasury = StoredReconciliation["treasury"];

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

function ageMetrics(last: StoredReconciliation | undefined, at: Date): Metric[] {
  return [
    gauge(
      "reconciliation_age_seconds",
      "Since the last reconciliation began, or since this process did if there is none that it can read",
      // Never absent: a rule must find out that there was no reconciliation at all.
      last ? Math.max(0, (at.getTime() - Date.parse(last.ranAt)) / SECOND_MS) : process.uptime(),
    ),
    gauge(
      "reconciliation_interval_seconds",
      "How often books and chains should be reconciled",
      env().CHAIN_RECONCILE_MS / SECOND_MS,
    ),
  ];
}

function amountMetrics(treasury: Treasury): Metric[] {
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

/**
 * Metrics of the last stored reconciliation: on-chain balances, liabilities and their difference, in USD, as in the
 * treasury's response. A scrape reconciles nothing, because that takes the longer the larger the ledger is, and calls
 * every chain's node. Before the first reconciliation there is only its age.
 */
export function metricsOfTreasury(last: StoredReconciliation | undefined, at: Date): Metric[] {
  return [...ageMetrics(last, at), ...(last ? amountMetrics(last.treasury) : [])];
}

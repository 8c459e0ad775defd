import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type Deposit = ApiData<"listDeposits">["deposits"][number];
export type DepositDetail = ApiData<"getDeposit">;
export type Profile = ApiData<"getProfile">;

const PAGE_SIZE = 25;

export const balanceQuery = apiQuery("getBalance", {});
export const profileQuery = apiQuery("getProfile", {});

/** The query of the deposits for an address. */
export const depositsQuery = (params: URLSearchParams) =>
  apiQuery("listDeposits", { query: { ...pageOf(params), limit: PAGE_SIZE } });

export type WalletOverview = ApiData<"getOverview">;

/** The query of the balances of the last 30 days. */
export const walletOverviewQuery = (timeZone: string) =>
  apiQuery("getOverview", { query: { timeZone } });
export const useWalletOverview = (timeZone: string) => useQuery(walletOverviewQuery(timeZone));

const LATEST = 6;
export const latestMovementsQuery = apiQuery("listWalletTransactions", {
  query: { limit: LATEST },
});
export const useLatestMovements = () => useQuery(latestMovementsQuery);

/** The query of the wallet's statement of a month in UTC. */
export const ownStatementQuery = (month: string) =>
  apiQuery("getOwnStatement", { query: { month } });
export const useOwnStatement = (month: string) =>
  useQuery({ ...ownStatementQuery(month), placeholderData: (before) => before });

export const termsQuery = apiQuery("getTerms", {});
export const useTerms = () => useQuery(termsQuery);

export const useBalance = () => useQuery(balanceQuery);
export const useProfile = () => useQuery(profileQuery);

/** Reads a page of the list; the previous one is shown while it loads. */
export const useDeposits = (params: URLSearchParams) =>
  useQuery({
    ...depositsQuery(params),
    placeholderData: (before) => before,
  });

export const depositQuery = (depositId: string) =>
  apiQuery("getDeposit", { params: { depositId } });

export const useDeposit = (depositId: string) => useQuery(depositQuery(depositId));

/** Returns the place of a deposit on its chain, which identifies it before and after it gets an id. */
export const placeOf = ({
  chain,
  txHash,
  ordinal,
}: Pick<Deposit, "chain" | "txHash" | "ordinal">) => `${chain}:${txHash}:${ordinal}`;

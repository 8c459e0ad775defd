import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type Deposit = ApiData<"listDeposits">["deposits"][number];
export type DepositDetail = ApiData<"getDeposit">;
export type Profile = ApiData<"getProfile">;

const PAGE_SIZE = 25;

export const balanceQuery = apiQuery("getBalance", {});
export const profileQuery = apiQuery("getProfile", {});

/** The parameters of the address that filter the deposits. */
export const DEPOSIT_FILTERS = [
  "search",
  "status",
  "from",
  "to",
  "amountMin",
  "amountMax",
] as const;

const filtersOf = (params: URLSearchParams) =>
  Object.fromEntries(DEPOSIT_FILTERS.map((name) => [name, params.get(name) || undefined]));

/** The query of the deposits for an address; the API validates the values. */
export function depositsQuery(params: URLSearchParams) {
  const query = { ...filtersOf(params), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listDeposits", { query: query as ApiInput<"listDeposits">["query"] });
}

/** Returns the address of the export of all pages of the filtered deposits. */
export const depositsExportPath = (params: URLSearchParams, timeZone: string) =>
  buildRequest("exportDeposits", { query: { ...filtersOf(params), timeZone } }).path;

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

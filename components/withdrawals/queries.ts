import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/fetch/api-query";
import type { ApiData, ApiInput } from "@/lib/fetch/types";

export type Withdrawal = ApiData<"getWithdrawal">;

const PAGE_SIZE = 50;
const ADDRESSES_LOOKED_AT = 100;

/** Which withdrawals a page's address asks for; what it may say is decided by the API. */
export function withdrawalsQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = { status: of("status"), skip: of("skip"), limit: PAGE_SIZE };
  return apiQuery("listWithdrawals", { query: query as ApiInput<"listWithdrawals">["query"] });
}

export const withdrawalQuery = (id: string) => apiQuery("getWithdrawal", { params: { id } });

/** A page of the list; the one before stays until it is there. */
export const useWithdrawals = (params: URLSearchParams) =>
  useQuery({ ...withdrawalsQuery(params), placeholderData: (before) => before });

export const useWithdrawal = (id: string) => useQuery(withdrawalQuery(id));

/** What the wallet can give. */
export const useBalance = () => useQuery(apiQuery("getBalance", {}));

/** Where money has arrived before, the latest first; undefined until it is known. */
export function useKnownAddresses(): string[] | undefined {
  const query = { status: "completed", limit: ADDRESSES_LOOKED_AT } as const;
  const { data } = useQuery(apiQuery("listWithdrawals", { query }));
  return data && [...new Set(data.withdrawals.map(({ toAddress }) => toAddress))];
}

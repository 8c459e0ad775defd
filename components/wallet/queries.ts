import { useQuery } from "@tanstack/react-query";
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
  apiQuery("listDeposits", { query: { skip: params.get("skip") || undefined, limit: PAGE_SIZE } });

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

import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type SavedAddress = ApiData<"listAddresses">["addresses"][number];
export type AddressCheck = ApiData<"checkAddress">;
export type PayoutPolicy = ApiData<"getPayoutPolicy">;
export type Terms = ApiData<"getTerms">;
export type WithdrawalProgress = ApiData<"getWithdrawalProgress">;
export type Withdrawal = ApiData<"getWithdrawal">;

const PAGE_SIZE = 50;

/** The parameters of the address that filter the list. */
export const FILTERS = ["search", "status", "from", "to", "amountMin", "amountMax"] as const;

const filtersOf = (params: URLSearchParams) =>
  Object.fromEntries(FILTERS.map((name) => [name, params.get(name) || undefined]));

/** The query of the withdrawals for an address; the API validates the values. */
export function withdrawalsQuery(params: URLSearchParams) {
  const query = { ...filtersOf(params), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listWithdrawals", { query: query as ApiInput<"listWithdrawals">["query"] });
}

export const withdrawalQuery = (id: string) => apiQuery("getWithdrawal", { params: { id } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useWithdrawals = (params: URLSearchParams) =>
  useQuery({ ...withdrawalsQuery(params), placeholderData: (before) => before });

export const useWithdrawal = (id: string) => useQuery(withdrawalQuery(id));

export const withdrawalProgressQuery = (id: string) =>
  apiQuery("getWithdrawalProgress", { params: { id } });

/** Reads additional data of a withdrawal. */
export const useWithdrawalProgress = (id: string) => useQuery(withdrawalProgressQuery(id));

/** Reads the wallet balance. */
export const useBalance = () => useQuery(apiQuery("getBalance", {}));

/** Reads the partner's fees, and the limits of the form. */
export const useTerms = () => useQuery(apiQuery("getTerms", {}));

/** The query of the saved addresses. */
export const savedAddressesQuery = apiQuery("listAddresses", {});

export const useSavedAddresses = () => useQuery(savedAddressesQuery);

/** Reads the payout policy: the allow-list and the limits. */
export const usePayoutPolicy = () => useQuery(apiQuery("getPayoutPolicy", {}));

export type OwnApprovals = ApiData<"getOwnApprovals">;
export type WaitingWithdrawal = OwnApprovals["waiting"][number];

/** The query of the partner's own rule of approvals, and of the withdrawals that wait for a second person. */
export const ownApprovalsQuery = apiQuery("getOwnApprovals", {});

export const useOwnApprovals = () => useQuery(ownApprovalsQuery);

/** Returns the label of a saved address, ignoring its case. */
export function useLabelOf(address: string): string | undefined {
  const saved = useSavedAddresses().data?.addresses;
  return saved?.find((each) => each.address.toLowerCase() === address.toLowerCase())?.label;
}

export const addressCheckQuery = (address: string) =>
  apiQuery("checkAddress", { query: { address } });

/** Reads the known facts about an address, once it is valid. */
export const useAddressCheck = (address: string | undefined) =>
  useQuery({ ...addressCheckQuery(address ?? ""), enabled: address !== undefined });

/** Returns the address of the export of all pages of the filtered list. */
export function exportPath(params: URLSearchParams, timeZone: string): string {
  return buildRequest("exportWithdrawals", { query: { ...filtersOf(params), timeZone } }).path;
}

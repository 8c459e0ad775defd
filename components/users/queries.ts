import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";
import { useListed } from "@/lib/api/client/use-listed";

export type User = ApiData<"listUsers">["users"][number];

export type KycFee = ApiData<"getKycFee">;

export const PAGE_SIZE = 50;

/** The parameters of the address that filter the list. */
export const FILTERS = ["search", "status"] as const;

/** The query of the users for an address; the API validates the values. */
export function usersQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = { search: of("search"), status: of("status"), sort: of("sort"), ...pageOf(params) };
  return apiQuery("listUsers", {
    query: { ...query, limit: PAGE_SIZE } as ApiInput<"listUsers">["query"],
  });
}

export const userQuery = (serviceId: string) => apiQuery("getUser", { params: { serviceId } });

export const userCardsQuery = (serviceId: string, skip = 0) =>
  apiQuery("listUserCards", { params: { serviceId }, query: { skip, limit: PAGE_SIZE } });

/** Reads a page of the list; the previous one is shown while it loads. */
export const useUsers = (params: URLSearchParams) =>
  useQuery({ ...usersQuery(params), placeholderData: (before) => before });

/** Returns the user from a list that was read before, for the time until they are loaded. */
export const useListedUser = (serviceId: string): User | undefined =>
  useListed("listUsers", ({ users }) => users.find((each) => each.serviceId === serviceId));

export const useUser = (serviceId: string) => useQuery(userQuery(serviceId));

/** The query of the verification attempts, with the reason for the last denial. */
export const userVerificationQuery = (serviceId: string) =>
  apiQuery("getUserVerification", { params: { serviceId } });

export const useUserVerification = (serviceId: string) =>
  useQuery(userVerificationQuery(serviceId));

export const useUserCards = (serviceId: string, skip: number) =>
  useQuery({ ...userCardsQuery(serviceId, skip), placeholderData: (before) => before });

/** Reads the wallet balance. */
export const useBalance = () => useQuery(apiQuery("getBalance", {}));

/** Returns the IP address from which the reader signed in. */
export const useOwnIpAddress = (): string | undefined =>
  useQuery(apiQuery("listSessions", {})).data?.sessions.find(({ isCurrent }) => isCurrent)
    ?.ipAddress ?? undefined;

/** Reads the KYC fee of a new user, with an email as far as it is known. The last known fee is shown while another loads. */
export const useKycFee = (email: string | undefined) =>
  useQuery({ ...apiQuery("getKycFee", { query: { email } }), placeholderData: (before) => before });

/** Returns the address of the export of all pages of the filtered list. */
export function exportPath(params: URLSearchParams, timeZone: string): string {
  const named = FILTERS.map((name) => [name, params.get(name) || undefined]);
  const query = { ...Object.fromEntries(named), timeZone };
  return buildRequest("exportUsers", { query }).path;
}

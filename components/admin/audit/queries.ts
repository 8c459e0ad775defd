import { useQuery, useQueryClient } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";

export type AuditEntry = ApiData<"getAuditEntry">;
export type AuditLog = ApiData<"getAuditLog">;

const PAGE_SIZE = 50;
/** Long, because the verification reads the whole log. */
const VERIFY_TIMEOUT_MS = 10 * 60_000;
/** The parameters of the address that are filters. */
export const AUDIT_FILTERS = ["person", "action", "target", "partner", "from", "until"];

/** The query of the entries for an address. */
export const entriesQuery = (params: URLSearchParams) =>
  apiQuery("listAuditEntries", {
    query: {
      ...Object.fromEntries(AUDIT_FILTERS.map((name) => [name, params.get(name) || undefined])),
      ...pageOf(params),
      limit: PAGE_SIZE,
    },
  });

export const entryQuery = (id: string) => apiQuery("getAuditEntry", { params: { id } });

export const logQuery = apiQuery("getAuditLog", {});

export const useEntries = (params: URLSearchParams) =>
  useQuery({ ...entriesQuery(params), placeholderData: (before) => before });

export const useEntry = (id: string) => useQuery(entryQuery(id));

export const useLog = () => useQuery(logQuery);

/** Starts a verification of the log. */
export function useVerify() {
  const client = useQueryClient();
  return useSubmission("verifyAuditLog", {
    isRead: true,
    timeoutMs: VERIFY_TIMEOUT_MS,
    onDone: (found) => {
      if (found) client.setQueryData(logQuery.queryKey, found);
    },
  });
}

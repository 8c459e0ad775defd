import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";
import { useListed } from "@/lib/api/client/use-listed";

export type AuditEntry = ApiData<"getOwnAuditEntry">;

const PAGE_SIZE = 50;

/** The parameters of the address that filter the list. */
export const FILTERS = ["action", "actor", "target", "from", "to"] as const;

const filtersOf = (params: URLSearchParams) =>
  Object.fromEntries(FILTERS.map((name) => [name, params.get(name) || undefined]));

/** The query of the audit entries for an address; the API validates the values. */
export function auditLogQuery(params: URLSearchParams) {
  const query = { ...filtersOf(params), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listAuditLog", { query: query as ApiInput<"listAuditLog">["query"] });
}

export const auditEntryQuery = (entryId: string) =>
  apiQuery("getOwnAuditEntry", { params: { entryId } });

export const auditActionsQuery = apiQuery("listAuditActions", {});

/** Reads a page of the list; the previous one is shown while it loads. */
export const useAuditLog = (params: URLSearchParams) =>
  useQuery({ ...auditLogQuery(params), placeholderData: (before) => before });

export const useAuditEntry = (entryId: string) => useQuery(auditEntryQuery(entryId));

/** Returns the entry from a list that was read before, for the time until it is loaded. */
export const useListedEntry = (entryId: string): AuditEntry | undefined =>
  useListed("listAuditLog", ({ entries }) => entries.find((each) => each.entryId === entryId));

/** Reads the actions that have entries. */
export const useAuditActions = () => useQuery(auditActionsQuery);

/** Returns the address of the export of all pages of the filtered list. */
export function exportPath(params: URLSearchParams, timeZone: string): string {
  return buildRequest("exportAuditLog", { query: { ...filtersOf(params), timeZone } }).path;
}

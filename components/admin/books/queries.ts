import { useQuery, useQueryClient } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";

export type TrialBalance = ApiData<"getTrialBalance">;
export type Line = TrialBalance["lines"][number];
export type Journal = ApiData<"listJournals">["journals"][number];
export type JournalWithLegs = ApiData<"getJournal">;
export type BookChecks = ApiData<"getBookChecks">;
export type Treasury = NonNullable<BookChecks["reconciliation"]>["treasury"];
export type Shortfall = ApiData<"listShortfalls">["shortfalls"][number];
export type PartnerBalances = ApiData<"getPartnerBalances">;
export type Statement = ApiData<"getStatement">;

const PAGE_SIZE = 50;
/** Long, because a check reads all journals or every chain. */
const CHECK_TIMEOUT_MS = 10 * 60_000;
/** The parameters of the address that are filters of the list of journals. */
export const JOURNAL_FILTERS = ["type", "partnerId", "account", "sourceId", "from", "until"];

const of = (params: URLSearchParams, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, params.get(name) || undefined]));

/** The query of the trial balance at the instant in the address. */
export const trialBalanceQuery = (params: URLSearchParams) =>
  apiQuery("getTrialBalance", { query: of(params, ["at"]) });

export const checksQuery = apiQuery("getBookChecks", {});

/** The query of the journals for an address. */
export const journalsQuery = (params: URLSearchParams) =>
  apiQuery("listJournals", {
    query: {
      ...of(params, JOURNAL_FILTERS),
      ...pageOf(params),
      limit: PAGE_SIZE,
    } as ApiInput<"listJournals">["query"],
  });

export const journalQuery = (id: string) => apiQuery("getJournal", { params: { id } });

export const partnersQuery = (params: URLSearchParams) =>
  apiQuery("listPartners", { query: { ...pageOf(params), limit: PAGE_SIZE } });

/** The query of the cards with a shortfall for an address. */
export const shortfallsQuery = (params: URLSearchParams) =>
  apiQuery("listShortfalls", { query: { ...pageOf(params), limit: PAGE_SIZE } });

/** The query of a partner's balances at the instant in the address. */
export const partnerBalancesQuery = (id: string, params: URLSearchParams) =>
  apiQuery("getPartnerBalances", {
    params: { id },
    query: { ...of(params, ["at"]), ...pageOf(params), limit: PAGE_SIZE },
  });

export const statementQuery = (id: string, month: string) =>
  apiQuery("getStatement", { params: { id }, query: { month } });

export const useTrialBalance = (params: URLSearchParams) =>
  useQuery({ ...trialBalanceQuery(params), placeholderData: (before) => before });

export const useChecks = () => useQuery(checksQuery);

export const useJournals = (params: URLSearchParams) =>
  useQuery({ ...journalsQuery(params), placeholderData: (before) => before });

export const useJournal = (id: string) => useQuery(journalQuery(id));

export const usePartners = (params: URLSearchParams) =>
  useQuery({ ...partnersQuery(params), placeholderData: (before) => before });

export const useShortfalls = (params: URLSearchParams) =>
  useQuery({ ...shortfallsQuery(params), placeholderData: (before) => before });

export const usePartnerBalances = (id: string, params: URLSearchParams) =>
  useQuery({ ...partnerBalancesQuery(id, params), placeholderData: (before) => before });

export const useStatement = (id: string, month: string) =>
  useQuery({ ...statementQuery(id, month), placeholderData: (before) => before });

/** Runs a check now; its result updates the whole page. */
export function useRunCheck(id: "runInvariants" | "runReconciliation") {
  const client = useQueryClient();
  return useSubmission(id, {
    isRead: true,
    timeoutMs: CHECK_TIMEOUT_MS,
    onDone: (found) => {
      if (found) client.setQueryData(checksQuery.queryKey, found);
    },
  });
}

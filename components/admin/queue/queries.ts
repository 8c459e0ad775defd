import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type QueuedWithdrawal = ApiData<"adminGetWithdrawal">;
export type QueuePage = ApiData<"adminListWithdrawals">;
export type Review = ApiData<"reviewWithdrawal">;
export type Outlook = ApiData<"getPayoutOutlook">;

const PAGE_SIZE = 50;
/** The chain is polled at this interval, independently of change notices. */
const OUTLOOK_MS = 30_000;

/** The query of the withdrawals for an address; by default the pending ones. */
export function queueQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = {
    ...{ status: of("status"), partnerId: of("partnerId"), search: of("search") },
    ...{ from: of("from"), to: of("to") },
    ...{ amountMin: of("amountMin"), amountMax: of("amountMax") },
    ...{ sort: of("sort"), ...pageOf(params), limit: PAGE_SIZE },
  };
  return apiQuery("adminListWithdrawals", {
    query: query as ApiInput<"adminListWithdrawals">["query"],
  });
}

/** The query of the head of the queue. */
export const waitingQuery = queueQuery(new URLSearchParams());

/** The query of the number of held deposits: one row, whose response contains the total. */
export const heldQuery = apiQuery("listHeldDeposits", { query: { limit: 1 } });

/** The query of the number of disputes that need attention. */
export const disputesQuery = apiQuery("listAdminDisputes", {
  query: { status: "attention", limit: 1 },
});

/**
 * The number of pending withdrawals. A separate query: a shared one would be started by the layout before hydration and
 * be taken for the page's prefetched data.
 */
const waitingCountQuery = apiQuery("adminListWithdrawals", { query: { limit: 1 } });

export const queuedQuery = (id: string) => apiQuery("adminGetWithdrawal", { params: { id } });
export const reviewQuery = (id: string) => apiQuery("reviewWithdrawal", { params: { id } });

/** Reads a page of the queue; the previous one is shown while it loads. */
export const useQueue = (params: URLSearchParams) =>
  useQuery({ ...queueQuery(params), placeholderData: (before) => before });

export const useHeld = () => useQuery(heldQuery);
export const useDisputes = () => useQuery(disputesQuery);
export const useWaiting = () => useQuery(waitingQuery);
export const useWaitingCount = () => useQuery(waitingCountQuery).data?.pagination;
export const useQueued = (id: string) => useQuery(queuedQuery(id));
export const useReview = (id: string) => useQuery(reviewQuery(id));

/** The outlook that could not be loaded. It must not look as if the chain were still being asked. */
const NO_OUTLOOK: Outlook = {
  recipient: "unknown",
  fault:
    "Neither the address nor the funds could be checked on-chain. They are checked again every 30 seconds.",
};

/** Reads the facts from the chain, while the withdrawal needs a decision. Undefined until they are there. */
export function useOutlook(id: string, isOpen: boolean): Outlook | undefined {
  const { data, error } = useQuery({
    ...apiQuery("getPayoutOutlook", { params: { id } }),
    enabled: isOpen,
    refetchInterval: OUTLOOK_MS,
  });
  return data ?? (error ? NO_OUTLOOK : undefined);
}

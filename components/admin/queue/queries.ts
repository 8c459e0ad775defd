import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type QueuedWithdrawal = ApiData<"adminGetWithdrawal">;
export type Review = ApiData<"reviewWithdrawal">;
export type Outlook = ApiData<"getPayoutOutlook">;

const PAGE_SIZE = 50;
/** The chain is asked again at this pace, however much changes here. */
const OUTLOOK_MS = 30_000;

/** Which withdrawals the address asks for: those that wait, unless it says otherwise. */
export function queueQuery(params: URLSearchParams) {
  const of = (name: string) => params.get(name) || undefined;
  const query = { status: of("status"), skip: of("skip"), limit: PAGE_SIZE };
  return apiQuery("adminListWithdrawals", {
    query: query as ApiInput<"adminListWithdrawals">["query"],
  });
}

/** The head of the queue, whatever the address says. */
export const waitingQuery = queueQuery(new URLSearchParams());

/** How many deposits are held beside it: the first of them comes with the count. */
export const heldQuery = apiQuery("listHeldDeposits", { query: { limit: 1 } });

/** How many wait. A read of its own: one that the frame begins before a page lives would be taken for what the page was drawn with. */
const waitingCountQuery = apiQuery("adminListWithdrawals", { query: { limit: 1 } });

export const queuedQuery = (id: string) => apiQuery("adminGetWithdrawal", { params: { id } });
export const reviewQuery = (id: string) => apiQuery("reviewWithdrawal", { params: { id } });

/** A page of the queue; the one before stays until it is there. */
export const useQueue = (params: URLSearchParams) =>
  useQuery({ ...queueQuery(params), placeholderData: (before) => before });

export const useHeld = () => useQuery(heldQuery);
export const useWaiting = () => useQuery(waitingQuery);
export const useWaitingCount = () => useQuery(waitingCountQuery).data?.pagination.total ?? 0;
export const useQueued = (id: string) => useQuery(queuedQuery(id));
export const useReview = (id: string) => useQuery(reviewQuery(id));
/** Asked for only while the withdrawal is still to be decided on. */
export const useOutlook = (id: string, isOpen: boolean) =>
  useQuery({
    ...apiQuery("getPayoutOutlook", { params: { id } }),
    enabled: isOpen,
    refetchInterval: OUTLOOK_MS,
  });

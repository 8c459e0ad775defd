import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData, ApiInput } from "@/lib/api/client/types";

export type ApiKey = ApiData<"listApiKeys">["keys"][number];
export type WebhookEvent = ApiData<"listWebhookEvents">["events"][number];
export type WebhookEndpoint = ApiData<"getWebhookEndpoint">;

const PAGE_SIZE = 50;
const of = (params: URLSearchParams, name: string) => params.get(name) || undefined;

export const apiKeysQuery = apiQuery("listApiKeys", { query: { limit: PAGE_SIZE } });
export const webhookEndpointQuery = apiQuery("getWebhookEndpoint", {});

/** What the list of events can be held to. */
export const EVENT_FILTERS = ["status", "event", "resourceId", "from", "to"] as const;

/** Which events a page's address asks for; what it may say is decided by the API. */
export function webhookEventsQuery(params: URLSearchParams) {
  const filters = EVENT_FILTERS.map((name) => [name, of(params, name)] as const);
  const query = { ...Object.fromEntries(filters), skip: of(params, "skip"), limit: PAGE_SIZE };
  return apiQuery("listWebhookEvents", { query: query as ApiInput<"listWebhookEvents">["query"] });
}

/** What a replay is held to. */
export type ReplayFilters = Omit<ApiInput<"replayWebhookEvents">["body"], "statuses">;

/** How many events of each status a replay would send; the numbers before stay until the next are there. */
export const useReplayable = (filters: ReplayFilters) =>
  useQuery({
    ...apiQuery("countReplayableEvents", { query: filters }),
    placeholderData: (before) => before,
  });

export const useApiKeys = () => useQuery(apiKeysQuery);
export const useWebhookEndpoint = () => useQuery(webhookEndpointQuery);

/** Reads a page of the list; the previous one is shown while it loads. */
export const useWebhookEvents = (params: URLSearchParams) =>
  useQuery({ ...webhookEventsQuery(params), placeholderData: (before) => before });

export const webhookEventQuery = (eventId: string) =>
  apiQuery("getWebhookEvent", { params: { eventId } });
export const useWebhookEvent = (eventId: string) => useQuery(webhookEventQuery(eventId));

import { useQuery } from "@tanstack/react-query";
import { pageOf } from "@/components/ui/page-of";
import { apiQuery } from "@/lib/api/client/api-query";
import { buildRequest } from "@/lib/api/client/build-request";
import type { ApiData, ApiInput } from "@/lib/api/client/types";
import { useListed } from "@/lib/api/client/use-listed";

export type ApiKey = ApiData<"listApiKeys">["keys"][number];
export type WebhookEvent = ApiData<"listWebhookEvents">["events"][number];
export type WebhookEndpoint = ApiData<"getWebhookEndpoint">;
export type WebhookStatistics = ApiData<"getWebhookStatistics">;
export type StatisticsPeriod = "day" | "week" | "month";

const PAGE_SIZE = 50;
const of = (params: URLSearchParams, name: string) => params.get(name) || undefined;

/** The query of a page of the keys, newest first. */
export const apiKeysQuery = (params: URLSearchParams) =>
  apiQuery("listApiKeys", { query: { ...pageOf(params), limit: PAGE_SIZE } });
export const webhookEndpointQuery = apiQuery("getWebhookEndpoint", {});

/** The parameters of the address that filter the list of events. */
export const EVENT_FILTERS = ["status", "event", "resourceId", "from", "to"] as const;

const eventFiltersOf = (params: URLSearchParams) =>
  Object.fromEntries(EVENT_FILTERS.map((name) => [name, of(params, name)]));

/** The query of the events for an address; the API validates the values. */
export function webhookEventsQuery(params: URLSearchParams) {
  const query = { ...eventFiltersOf(params), ...pageOf(params), limit: PAGE_SIZE };
  return apiQuery("listWebhookEvents", { query: query as ApiInput<"listWebhookEvents">["query"] });
}

/** Returns the address of the export of all pages of the filtered events. */
export const eventsExportPath = (params: URLSearchParams, timeZone: string) =>
  buildRequest("exportWebhookEvents", { query: { ...eventFiltersOf(params), timeZone } }).path;

/** The filters of a replay. */
export type ReplayFilters = Omit<ApiInput<"replayWebhookEvents">["body"], "statuses">;

/** Counts the events of each status that a replay would send; the previous counts are shown while it loads. */
export const useReplayable = (filters: ReplayFilters) =>
  useQuery({
    ...apiQuery("countReplayableEvents", { query: filters }),
    placeholderData: (before) => before,
  });

/** Reads the statistics of a period; the previous ones are shown while they load. */
export const useWebhookStatistics = (period: StatisticsPeriod) =>
  useQuery({
    ...apiQuery("getWebhookStatistics", { query: { period } }),
    placeholderData: (before) => before,
  });

/** Reads a page of the keys; the previous one is shown while it loads. */
export const useApiKeys = (params: URLSearchParams) =>
  useQuery({ ...apiKeysQuery(params), placeholderData: (before) => before });
export const useWebhookEndpoint = () => useQuery(webhookEndpointQuery);

/** Reads a page of the list; the previous one is shown while it loads. */
export const useWebhookEvents = (params: URLSearchParams) =>
  useQuery({ ...webhookEventsQuery(params), placeholderData: (before) => before });

export const webhookEventQuery = (eventId: string) =>
  apiQuery("getWebhookEvent", { params: { eventId } });
/** Returns the event from a list that was read before, for the time until it is loaded. */
export const useListedEvent = (eventId: string): WebhookEvent | undefined =>
  useListed("listWebhookEvents", ({ events }) => events.find(({ id }) => id === eventId));

export const useWebhookEvent = (eventId: string) => useQuery(webhookEventQuery(eventId));

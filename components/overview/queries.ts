import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";
import type { Period } from "./period";

export type Overview = ApiData<"getOverview">;
export type Activity = ApiData<"getRecentActivity">["activities"][number];

/** The query of the overview for a time zone and a period. */
export const overviewQuery = (timeZone: string, { days, until }: Period) =>
  apiQuery("getOverview", { query: { timeZone, days, ...(until ? { until } : {}) } });

/** Reads the overview; the previous one is shown while another period loads. */
export const useOverview = (timeZone: string, period: Period) =>
  useQuery({ ...overviewQuery(timeZone, period), placeholderData: (before) => before });

export const activityQuery = apiQuery("getRecentActivity", {});

export const useActivity = () => useQuery(activityQuery);

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type ServiceHealth = ApiData<"getServiceHealth">;
export type HealthHistory = ApiData<"getHealthHistory">;
export type Treasury = ApiData<"getTreasury">;

/** Polled even without change notices, because a thing can become late by the passage of time alone. */
const REFRESH_MS = 5_000;

export const healthQuery = apiQuery("getServiceHealth", {});
const HISTORY_REFRESH_MS = 60_000;

/** The query of the history; the address has the range. */
const historyQuery = (params: URLSearchParams) =>
  apiQuery("getHealthHistory", { query: { range: params.get("range") === "7d" ? "7d" : "24h" } });

const treasuryQuery = apiQuery("getTreasury", {});

export const useServiceHealth = () => useQuery({ ...healthQuery, refetchInterval: REFRESH_MS });

/** Separate from the other queries, because it calls the chains. */
export const useTreasury = () => useQuery({ ...treasuryQuery, refetchInterval: REFRESH_MS });

/** Reads the history; the previous range is shown while another one loads. */
export const useHealthHistory = (params: URLSearchParams) =>
  useQuery({
    ...historyQuery(params),
    refetchInterval: HISTORY_REFRESH_MS,
    placeholderData: (before) => before,
  });

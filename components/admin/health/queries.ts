import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type ServiceHealth = ApiData<"getServiceHealth">;
export type Treasury = ApiData<"getTreasury">;

/** Time alone makes a healthy thing late: it is asked again however quiet the service is. */
const REFRESH_MS = 5_000;

export const healthQuery = apiQuery("getServiceHealth", {});
const treasuryQuery = apiQuery("getTreasury", {});

export const useServiceHealth = () => useQuery({ ...healthQuery, refetchInterval: REFRESH_MS });

/** Asks the chains, so it comes after the rest. */
export const useTreasury = () => useQuery({ ...treasuryQuery, refetchInterval: REFRESH_MS });

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/fetch/api-query";
import type { ApiData } from "@/lib/fetch/types";

export type AdminRequest = ApiData<"listAdminRequests">["requests"][number];

export const adminRequestsQuery = apiQuery("listAdminRequests", {});

export const useAdminRequests = () => useQuery(adminRequestsQuery);

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type AdminRequest = ApiData<"listAdminRequests">["requests"][number];

export const adminRequestsQuery = apiQuery("listAdminRequests", {});

export const useAdminRequests = () => useQuery(adminRequestsQuery);

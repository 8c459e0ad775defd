import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type Sso = ApiData<"getSso">;
export type SsoPerson = Sso["people"][number];
export type SsoDomain = Sso["domains"][number];

export const ssoQuery = apiQuery("getSso", {});
export const useSso = () => useQuery(ssoQuery);

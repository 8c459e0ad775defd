import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "./api-query";
import type { ApiData } from "./types";

export type Company = ApiData<"getCompany">;

export const companyQuery = apiQuery("getCompany", {});

export const useCompany = () => useQuery(companyQuery);

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type Explanation = ApiData<"explain">;
export type ExplainedJournal = Explanation["journals"][number];
export type ExplainedEvent = Explanation["events"][number];

export const useExplanation = (id: string) => useQuery(apiQuery("explain", { params: { id } }));

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "./api-query";

export const sandboxClockQuery = apiQuery("getSandboxClock", {});

/** Returns by how much the partner's sandbox clock is ahead, in seconds; 0 while it is not known, and in production. */
export function useClockAdvanceS(isSandbox: boolean): number {
  const { data } = useQuery({ ...sandboxClockQuery, enabled: isSandbox });
  return data?.advancedSeconds ?? 0;
}

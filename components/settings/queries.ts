import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

export type People = ApiData<"listPeople">;
export type Person = People["people"][number];
export type Invitation = People["invitations"][number];
export type Session = ApiData<"listSessions">["sessions"][number];

export const accountQuery = apiQuery("getAccount", {});
export const notificationsQuery = apiQuery("getNotifications", {});
export const sessionsQuery = apiQuery("listSessions", {});
export const passkeysQuery = apiQuery("listPasskeys", {});
export const peopleQuery = apiQuery("listPeople", {});
export const profileQuery = apiQuery("getProfile", {});

export const useAccount = () => useQuery(accountQuery);
export const useNotifications = () => useQuery(notificationsQuery);
export const useSessions = () => useQuery(sessionsQuery);
export const usePasskeys = () => useQuery(passkeysQuery);
export const usePeople = () => useQuery(peopleQuery);
export const useProfile = () => useQuery(profileQuery);

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";

type Listed = ApiData<"listOperators">;
export type Operator = Listed["operators"][number];
export type OperatorInvitation = Listed["invitations"][number];

export const operatorsQuery = apiQuery("listOperators", {});

export const useOperators = () => useQuery(operatorsQuery);

/** Whether two administrators decide on roles. While it is unknown, the dialogs say that a second one must confirm. */
export const useAreTwoNeeded = (): boolean =>
  useQuery(apiQuery("listAdminRequests", {})).data?.areTwoNeeded ?? true;

import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { listSessionsContract, revokeOtherSessionsContract } from "@/lib/people/account/contract";
import { listSessions } from "@/lib/people/account/list-sessions";
import { revokeOtherSessions } from "@/lib/people/account/revoke-other-sessions";

export const GET = accountRoute(listSessionsContract, listSessions);
export const DELETE = accountRoute(revokeOtherSessionsContract, revokeOtherSessions);
export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");

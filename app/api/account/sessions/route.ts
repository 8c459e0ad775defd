import { listSessionsContract, revokeOtherSessionsContract } from "@/lib/account/contract";
import { listSessions } from "@/lib/account/list-sessions";
import { revokeOtherSessions } from "@/lib/account/revoke-other-sessions";
import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = accountRoute(listSessionsContract, listSessions);
export const DELETE = accountRoute(revokeOtherSessionsContract, revokeOtherSessions);
export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");

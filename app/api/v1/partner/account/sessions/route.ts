import { listSessionsContract, revokeOtherSessionsContract } from "@/lib/account/contract";
import { listSessions } from "@/lib/account/list-sessions";
import { revokeOtherSessions } from "@/lib/account/revoke-other-sessions";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(listSessionsContract, listSessions);
export const DELETE = personRoute(revokeOtherSessionsContract, revokeOtherSessions);
export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");

import { revokeSessionContract } from "@/lib/account/contract";
import { revokeSession } from "@/lib/account/revoke-session";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const DELETE = personRoute(revokeSessionContract, revokeSession);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

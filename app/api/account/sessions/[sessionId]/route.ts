import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { revokeSessionContract } from "@/lib/people/account/contract";
import { revokeSession } from "@/lib/people/account/revoke-session";

export const DELETE = accountRoute(revokeSessionContract, revokeSession);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

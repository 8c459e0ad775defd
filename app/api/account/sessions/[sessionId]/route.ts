import { revokeSessionContract } from "@/lib/account/contract";
import { revokeSession } from "@/lib/account/revoke-session";
import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = accountRoute(revokeSessionContract, revokeSession);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

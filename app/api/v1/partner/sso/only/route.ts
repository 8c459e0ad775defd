import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { setSsoOnlyContract } from "@/lib/people/sso/contract";
import { setSsoOnly } from "@/lib/people/sso/set-sso-only";

export const PUT = personRoute(setSsoOnlyContract, setSsoOnly);
export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { unlinkSsoContract } from "@/lib/people/sso/contract";
import { unlinkSso } from "@/lib/people/sso/unlink-sso";

export const DELETE = personRoute(unlinkSsoContract, unlinkSso);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { getSsoContract, removeSsoContract, setSsoContract } from "@/lib/people/sso/contract";
import { getSso } from "@/lib/people/sso/get-sso";
import { removeSso } from "@/lib/people/sso/remove-sso";
import { setSso } from "@/lib/people/sso/set-sso";

export const GET = personRoute(getSsoContract, getSso);
export const PUT = personRoute(setSsoContract, setSso);
export const DELETE = personRoute(removeSsoContract, removeSso);
export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");

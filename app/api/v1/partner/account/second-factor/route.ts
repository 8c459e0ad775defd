import { removeSecondFactorContract, startSecondFactorContract } from "@/lib/account/contract";
import { removeSecondFactor } from "@/lib/account/remove-second-factor";
import { startSecondFactor } from "@/lib/account/start-second-factor";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const POST = personRoute(startSecondFactorContract, startSecondFactor);
export const DELETE = personRoute(removeSecondFactorContract, removeSecondFactor);
export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");

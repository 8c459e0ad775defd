import { confirmSecondFactor } from "@/lib/account/confirm-second-factor";
import { confirmSecondFactorContract } from "@/lib/account/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const POST = personRoute(confirmSecondFactorContract, confirmSecondFactor);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { confirmSecondFactor } from "@/lib/people/account/confirm-second-factor";
import { confirmSecondFactorContract } from "@/lib/people/account/contract";

export const POST = accountRoute(confirmSecondFactorContract, confirmSecondFactor);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { confirmSecondFactor } from "@/lib/account/confirm-second-factor";
import { confirmSecondFactorContract } from "@/lib/account/contract";
import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = accountRoute(confirmSecondFactorContract, confirmSecondFactor);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { removeSecondFactorContract, startSecondFactorContract } from "@/lib/account/contract";
import { removeSecondFactor } from "@/lib/account/remove-second-factor";
import { startSecondFactor } from "@/lib/account/start-second-factor";
import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = accountRoute(startSecondFactorContract, startSecondFactor);
export const DELETE = accountRoute(removeSecondFactorContract, removeSecondFactor);
export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");

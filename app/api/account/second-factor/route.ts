import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import {
  removeSecondFactorContract,
  startSecondFactorContract,
} from "@/lib/people/account/contract";
import { removeSecondFactor } from "@/lib/people/account/remove-second-factor";
import { startSecondFactor } from "@/lib/people/account/start-second-factor";

export const POST = accountRoute(startSecondFactorContract, startSecondFactor);
export const DELETE = accountRoute(removeSecondFactorContract, removeSecondFactor);
export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");

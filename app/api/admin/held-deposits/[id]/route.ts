import { getHeldDepositContract } from "@/lib/deposits/held/contract";
import { getHeldDeposit } from "@/lib/deposits/held/get-held-deposit";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getHeldDepositContract, getHeldDeposit);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { getHeldDepositContract } from "@/lib/held-deposits/contract";
import { getHeldDeposit } from "@/lib/held-deposits/get-held-deposit";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(getHeldDepositContract, getHeldDeposit);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

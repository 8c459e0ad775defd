import { releaseHeldDepositContract } from "@/lib/deposits/held/contract";
import { releaseHeldDeposit } from "@/lib/deposits/held/release-held-deposit";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(releaseHeldDepositContract, releaseHeldDeposit);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

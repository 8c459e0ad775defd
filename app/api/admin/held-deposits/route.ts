import { listHeldDepositsContract } from "@/lib/deposits/held/contract";
import { listHeldDeposits } from "@/lib/deposits/held/list-held-deposits";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listHeldDepositsContract, listHeldDeposits);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

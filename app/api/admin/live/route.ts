import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { followPartnersContract } from "@/lib/operations/live/contract";
import { follow } from "@/lib/operations/live/follow";

export const GET = adminRoute(followPartnersContract, follow);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

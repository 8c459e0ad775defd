import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { followPartnersContract } from "@/lib/operations/live/contract";
import { followPartners } from "@/lib/operations/live/follow-partners";

export const GET = adminRoute(followPartnersContract, followPartners);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

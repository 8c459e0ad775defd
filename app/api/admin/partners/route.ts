import { listPartnersContract } from "@/lib/admin/contract";
import { listPartners } from "@/lib/admin/list-partners";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listPartnersContract, listPartners);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

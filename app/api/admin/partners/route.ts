import { listPartnersContract } from "@/lib/admin/contract";
import { listPartners } from "@/lib/admin/list-partners";
import { createPartnerContract } from "@/lib/admin-partners/contract";
import { createPartner } from "@/lib/admin-partners/create-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listPartnersContract, listPartners);
export const POST = adminRoute(createPartnerContract, createPartner);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

import { createPartnerContract, listPartnersContract } from "@/lib/backoffice/partners/contract";
import { createPartner } from "@/lib/backoffice/partners/create-partner";
import { listPartners } from "@/lib/backoffice/partners/list/list-partners";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listPartnersContract, listPartners);
export const POST = adminRoute(createPartnerContract, createPartner);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

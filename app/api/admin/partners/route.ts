import { listPartnersContract } from "@/lib/backoffice/contract";
import { listPartners } from "@/lib/backoffice/list-partners";
import { createPartnerContract } from "@/lib/backoffice/partners/contract";
import { createPartner } from "@/lib/backoffice/partners/create-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(listPartnersContract, listPartners);
export const POST = adminRoute(createPartnerContract, createPartner);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

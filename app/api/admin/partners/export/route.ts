import { exportPartnersContract } from "@/lib/backoffice/partners/contract";
import { exportPartners } from "@/lib/backoffice/partners/list/export-partners";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = adminRoute(exportPartnersContract, exportPartners);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { listPartnersContract } from "@/lib/admin/contract";
import { listPartners } from "@/lib/admin/list-partners";
import { adminRoute } from "@/lib/http/admin-route";

export const GET = adminRoute(listPartnersContract, listPartners);

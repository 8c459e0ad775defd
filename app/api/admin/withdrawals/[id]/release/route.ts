import { releaseScreeningContract } from "@/lib/backoffice/screening/contract";
import { releaseScreening } from "@/lib/backoffice/screening/release-screening";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(releaseScreeningContract, releaseScreening);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { endSsoRequirementContract } from "@/lib/backoffice/partners/contract";
import { endSsoRequirement } from "@/lib/backoffice/partners/end-sso-requirement";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(endSsoRequirementContract, endSsoRequirement);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { resumePartnerContract } from "@/lib/backoffice/partners/contract";
import { resumePartner } from "@/lib/backoffice/partners/resume-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(resumePartnerContract, resumePartner);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

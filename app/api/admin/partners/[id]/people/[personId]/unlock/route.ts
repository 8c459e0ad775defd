import { unlockPartnerPersonContract } from "@/lib/backoffice/partners/contract";
import { unlockPartnerPerson } from "@/lib/backoffice/partners/unlock-partner-person";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = adminRoute(unlockPartnerPersonContract, unlockPartnerPerson);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { leavePartnerContract } from "@/lib/backoffice/partners/contract";
import { leavePartner } from "@/lib/backoffice/partners/leave-partner";
import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = adminRoute(leavePartnerContract, leavePartner);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");

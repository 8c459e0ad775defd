import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { followPartnerContract } from "@/lib/operations/live/contract";
import { followPartner } from "@/lib/operations/live/follow-partner";

export const GET = personRoute(followPartnerContract, followPartner);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { followPartnerContract } from "@/lib/operations/live/contract";
import { follow } from "@/lib/operations/live/follow";

export const GET = personRoute(followPartnerContract, follow);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

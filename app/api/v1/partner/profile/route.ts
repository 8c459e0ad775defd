import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { getProfileContract } from "@/lib/partners/profile/contract";
import { getProfile } from "@/lib/partners/profile/get-profile";

export const GET = partnerRoute(getProfileContract, getProfile);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { setRedirectUrlContract } from "@/lib/partners/profile/contract";
import { setRedirectUrl } from "@/lib/partners/profile/set-redirect-url";

export const POST = partnerRoute(setRedirectUrlContract, setRedirectUrl);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

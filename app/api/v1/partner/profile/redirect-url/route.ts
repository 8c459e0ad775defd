import { partnerRoute } from "@/lib/http/partner-route";
import { setRedirectUrlContract } from "@/lib/profile/contract";
import { setRedirectUrl } from "@/lib/profile/set-redirect-url";

export const POST = partnerRoute(setRedirectUrlContract, setRedirectUrl);

import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { setWebhookContract } from "@/lib/partners/profile/contract";
import { setWebhook } from "@/lib/partners/profile/set-webhook";

export const POST = partnerRoute(setWebhookContract, setWebhook);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

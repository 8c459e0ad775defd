import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { sendTestEventContract } from "@/lib/webhooks/contract";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";

export const POST = partnerRoute(sendTestEventContract, sendTestEvent);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

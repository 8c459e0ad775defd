import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { rotateWebhookSecretContract } from "@/lib/partners/profile/contract";
import { rotateWebhookSecret } from "@/lib/partners/profile/rotate-webhook-secret";

export const POST = personRoute(rotateWebhookSecretContract, rotateWebhookSecret);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import { requestPasswordResetContract } from "@/lib/people/password-reset/contract";
import { requestPasswordReset } from "@/lib/people/password-reset/request-password-reset";

export const POST = visitorRoute(requestPasswordResetContract, requestPasswordReset);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

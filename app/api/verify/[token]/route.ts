import { otherMethods } from "@/lib/http/other-methods";
import { verificationRoute } from "@/lib/http/verification-route";
import { submitCheck } from "@/lib/users/kyc/submit-check";

export const POST = verificationRoute(submitCheck);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

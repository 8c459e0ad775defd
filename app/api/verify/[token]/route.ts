import { otherMethods } from "@/lib/http/other-methods";
import { submitCheck } from "@/lib/kyc/submit-check";
import { verificationRoute } from "@/lib/kyc/verification-route";

export const POST = verificationRoute(submitCheck);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");

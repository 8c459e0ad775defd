import { submitCheck } from "@/lib/kyc/submit-check";
import { verificationRoute } from "@/lib/kyc/verification-route";

export const POST = verificationRoute(submitCheck);

import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import {
  getPasswordResetContract,
  resetPasswordContract,
} from "@/lib/people/password-reset/contract";
import { getPasswordReset } from "@/lib/people/password-reset/get-password-reset";
import { resetPassword } from "@/lib/people/password-reset/reset-password";

export const GET = visitorRoute(getPasswordResetContract, getPasswordReset);
export const POST = visitorRoute(resetPasswordContract, resetPassword);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");

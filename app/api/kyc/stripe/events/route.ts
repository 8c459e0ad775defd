import { callbackRoute } from "@/lib/http/callback-route";
import { stripeIdentityCallbacks } from "@/lib/users/kyc/stripe/receive-callback";

export const { POST, GET, PUT, PATCH, DELETE, OPTIONS } = callbackRoute(
  "/api/kyc/stripe/events",
  stripeIdentityCallbacks,
);

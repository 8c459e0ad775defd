import { callbackRoute } from "@/lib/http/callback-route";
import { sumsubCallbacks } from "@/lib/users/kyc/sumsub/receive-callback";

export const { POST, GET, PUT, PATCH, DELETE, OPTIONS } = callbackRoute(
  "/api/kyc/sumsub/events",
  sumsubCallbacks,
);

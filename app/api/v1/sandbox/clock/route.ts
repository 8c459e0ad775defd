import { otherSandboxMethods } from "@/lib/http/other-sandbox-methods";
import { partnerRoute } from "@/lib/http/partner-route";
import { advanceSandboxClock } from "@/lib/sandbox/clock/advance-sandbox-clock";
import { advanceSandboxClockContract, getSandboxClockContract } from "@/lib/sandbox/clock/contract";
import { getSandboxClock } from "@/lib/sandbox/clock/get-sandbox-clock";

export const GET = partnerRoute(getSandboxClockContract, getSandboxClock);
export const POST = partnerRoute(advanceSandboxClockContract, advanceSandboxClock);
export const { PUT, PATCH, DELETE, OPTIONS } = otherSandboxMethods("GET", "POST");

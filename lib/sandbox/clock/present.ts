import type { Data } from "@/lib/contract/contract";
import { partnerTime } from "@/lib/partners/partner-time";
import type { getSandboxClockContract } from "./contract";

/** Presents a clock that is ahead of the service's by `clockOffsetS`. */
export const presentClock = (
  clockOffsetS: number,
  at: Date,
): Data<typeof getSandboxClockContract> => ({
  time: partnerTime({ clockOffsetS }, at).toISOString(),
  realTime: at.toISOString(),
  advancedSeconds: clockOffsetS,
});

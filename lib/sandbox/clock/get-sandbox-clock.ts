import type { UseCase } from "@/lib/contract/use-cases";
import type { getSandboxClockContract } from "./contract";
import { presentClock } from "./present";

/** Returns the time of the partner's sandbox clock. Source: docs/decisions/0073-sandbox-clock.md */
export const getSandboxClock: UseCase<typeof getSandboxClockContract> = async ({ partner, at }) =>
  presentClock(partner.clockOffsetS, at);

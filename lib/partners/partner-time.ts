import type { CallingPartner } from "@/lib/contract/partner";

/** The most by which a sandbox clock can be advanced in total: ten years of 365 days. */
export const MAX_CLOCK_ADVANCE_S = 315_360_000;

/**
 * Returns the time of a partner's sandbox clock at an instant. Without advances, and so always in production, it is the
 * instant itself. Source: docs/decisions/0073-sandbox-clock.md
 */
export function partnerTime(
  { clockOffsetS }: Pick<CallingPartner, "clockOffsetS">,
  at: Date,
): Date {
  return new Date(at.getTime() + clockOffsetS * 1_000);
}

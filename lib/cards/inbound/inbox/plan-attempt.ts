import { HOUR_MS, SECOND_MS } from "@/lib/kernel/durations";
import type { EventOutcome } from "./stored-event";

const DELAYS_MS = [5, 30, 120, 600].map((seconds) => seconds * SECOND_MS);
/**
 * Attempts for a card that is not known here. A card is stored moments after the issuer made it, and another programme
 * in the same account has cards that never become ours.
 */
const MAX_UNKNOWN_ATTEMPTS = 8;
/**
 * Attempts for an event that cannot be read or applied: 30 days, for as long as issuers list their events. An update of the
 * service may understand it. The alert stays open.
 */
const MAX_FAILED_ATTEMPTS = 30 * 24;

/** Plans the next attempt: soon at first, then every hour. Null when no attempt follows. */
export function nextAttemptAt(outcome: EventOutcome, attempts: number, at: Date): Date | null {
  const isOver =
    outcome === "applied" ||
    outcome === "ignored" ||
    (outcome === "card_unknown" && attempts >= MAX_UNKNOWN_ATTEMPTS) ||
    (outcome === "failed" && attempts >= MAX_FAILED_ATTEMPTS);
  return isOver ? null : new Date(at.getTime() + (DELAYS_MS[attempts - 1] ?? HOUR_MS));
}

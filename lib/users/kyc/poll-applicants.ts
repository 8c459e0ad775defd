import { isWithin } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { isProviderUnavailable } from "@/lib/kernel/provider-error";
import {
  type Applicant,
  leasePolls,
  type PolledApplicant,
  type PollRules,
  returnPoll,
} from "./applicants/store";
import type { PersonOutcome, ProviderOutcome } from "./port";
import { findSessionOfOutcome } from "./session-of-outcome";

/** Limits the concurrent calls to a provider. */
const BATCH_SIZE = 8;
/** A callback usually arrives within seconds, so a poll is needed only when it was lost. */
export const FIRST_POLL_AFTER_MS = 60 * 60_000;
/** The pause after a failed poll, unless the provider asks for another one. */
const PAUSE_MS = 60_000;

type FetchOutcome = (applicant: Applicant) => Promise<PersonOutcome | undefined>;

interface Pause {
  sinceMs: number;
  forMs: number;
}

/** The pauses in which this process does not poll a provider that is out or refuses further requests. */
const pauses = perProcess("kyc poll pauses", () => new Map<string, Pause>());

/** Begins a pause, unless one that ends later is under way. */
function pause(provider: string, begun: Pause): void {
  const { sinceMs, forMs } = pauses.get(provider) ?? { sinceMs: 0, forMs: 0 };
  const isLonger = isWithin(forMs, sinceMs) && sinceMs + forMs > begun.sinceMs + begun.forMs;
  if (!isLonger) pauses.set(provider, begun);
}

function isPaused(provider: string): boolean {
  const { sinceMs, forMs } = pauses.get(provider) ?? { sinceMs: 0, forMs: 0 };
  return isWithin(forMs, sinceMs);
}

async function outcomeOf(
  applicant: Applicant,
  fetchOutcome: FetchOutcome,
): Promise<ProviderOutcome[]> {
  const outcome = await fetchOutcome(applicant);
  const sessionId = outcome && (await findSessionOfOutcome(outcome));
  if (!outcome || sessionId === undefined) return [];
  const { userId: _, ...decision } = outcome;
  return [{ ...decision, sessionId }];
}

/** A poll that failed is due again after the pause. While the provider is out, nobody else is polled. */
async function failed(applicant: PolledApplicant, error: unknown, at: Date): Promise<void> {
  const { provider, userId } = applicant;
  log().warn({ provider, userId, failure: errorFields(error) }, "poll failed");
  // Any other failure is of this person, whose next poll has its usual time.
  if (!isProviderUnavailable(error)) return;
  const forMs = Math.max(PAUSE_MS, error.retryAfterMs ?? 0);
  pause(provider, { sinceMs: at.getTime(), forMs });
  await returnPoll(applicant, new Date(at.getTime() + forMs));
}

/**
 * Fetches the provider's outcomes for applicants whose checks are open for long, because a callback can be lost.
 *
 * @param fetchOutcome returns the provider's current decision about an applicant, if there is one
 */
export async function pollApplicants(
  rules: PollRules,
  at: Date,
  fetchOutcome: FetchOutcome,
): Promise<ProviderOutcome[]> {
  if (isPaused(rules.provider)) return [];
  const leased = await leasePolls(rules, at, BATCH_SIZE);
  const results = await Promise.allSettled(
    leased.map((applicant) => outcomeOf(applicant, fetchOutcome)),
  );
  const outcomes: ProviderOutcome[] = [];
  for (const [index, result] of results.entries()) {
    const applicant = leased[index];
    if (result.status === "fulfilled") outcomes.push(...result.value);
    else if (applicant) await failed(applicant, result.reason, at);
  }
  return outcomes;
}

/** Ends all pauses, for tests. */
export const endPauses = (): void => pauses.clear();

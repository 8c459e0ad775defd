import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { isProviderUnavailable } from "@/lib/kernel/provider-error";
import { type Applicant, leasePolls, type PollRules, returnPoll } from "./applicants/store";
import type { PersonOutcome, ProviderOutcome } from "./port";
import { findSessionOfOutcome } from "./session-of-outcome";

/** Limits the concurrent calls to a provider. */
const BATCH_SIZE = 8;
/** A callback usually arrives within seconds, so a poll is needed only when it was lost. */
export const FIRST_POLL_AFTER_MS = 60 * 60_000;
/** The pause after a failed poll, unless the provider asks for another one. */
const PAUSE_MS = 60_000;

type FetchOutcome = (applicant: Applicant) => Promise<PersonOutcome | undefined>;

/** Until when this process does not poll a provider that is out or refuses further requests. */
const pausedUntil = perProcess("kyc poll pauses", () => new Map<string, number>());

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
async function failed(applicant: Applicant, error: unknown, at: Date): Promise<void> {
  const { provider, userId } = applicant;
  log().warn({ provider, userId, failure: errorFields(error) }, "poll failed");
  // Any other failure is of this person, whose next poll has its usual time.
  if (!isProviderUnavailable(error)) return;
  const untilMs = at.getTime() + Math.max(PAUSE_MS, error.retryAfterMs ?? 0);
  pausedUntil.set(provider, Math.max(untilMs, pausedUntil.get(provider) ?? 0));
  await returnPoll(applicant, new Date(untilMs));
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
  if ((pausedUntil.get(rules.provider) ?? 0) > at.getTime()) return [];
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
export const endPauses = (): void => pausedUntil.clear();

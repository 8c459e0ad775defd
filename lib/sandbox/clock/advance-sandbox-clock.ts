import { expireHoldsOf } from "@/lib/cards/holds/expire-holds";
import type { UseCase } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { announceEvents } from "@/lib/kernel/committed-events";
import { ValidationError } from "@/lib/kernel/errors";
import { errorFields, log } from "@/lib/kernel/log";
import { MAX_CLOCK_ADVANCE_S } from "@/lib/partners/partner-time";
import type { advanceSandboxClockContract } from "./contract";
import { presentClock } from "./present";
import { advancePartnerClock } from "./store";

function tooFar(): ValidationError {
  const max = `advanceSeconds must not take the clock more than ${MAX_CLOCK_ADVANCE_S} seconds (10 years) ahead in total`;
  return new ValidationError([{ property: "advanceSeconds", constraints: { max } }]);
}

/** Runs the work that the advance made due. Jobs do the rest, also when this fails. */
async function runDueWork(partnerId: string): Promise<void> {
  announceEvents();
  try {
    await expireHoldsOf(partnerId);
  } catch (error) {
    log().warn(errorFields(error), "holds not released after an advance; the job releases them");
  }
}

/**
 * Advances the partner's sandbox clock and runs what becomes due. Advances add up, and the clock never goes back.
 * Source: docs/decisions/0073-sandbox-clock.md
 * @throws ValidationError when the clock would be too far ahead.
 */
export const advanceSandboxClock: UseCase<typeof advanceSandboxClockContract> = async ({
  partner,
  input,
  at,
}) => {
  const { advanceSeconds } = input.body;
  const totalS = await advancePartnerClock(partner.id, advanceSeconds, MAX_CLOCK_ADVANCE_S, at);
  if (totalS === undefined) throw tooFar();
  callerCache().forget();
  await runDueWork(partner.id);
  publishChange(partner.id, ["settings", "users", "cards", "webhooks"]);
  return presentClock(totalS, now());
};

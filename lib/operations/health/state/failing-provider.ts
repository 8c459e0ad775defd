import type { ProviderFacts } from "./service-state";

/** Shorter failures of a provider are retried without anybody's help. */
const FAILING_PROVIDER_MS = 5 * 60_000;
/**
 * Whatever waits for a provider calls it again within hours. One that has not failed for a day is called no more, as after a
 * change of the provider: it would fail for ever.
 */
const UNUSED_PROVIDER_MS = 24 * 3_600_000;

/** Whether an outside provider fails and somebody has to act. */
export function isProviderFailing(
  { failingSince, failedAt }: Pick<ProviderFacts, "failingSince" | "failedAt">,
  at: Date,
): boolean {
  if (failingSince === null || at.getTime() - failingSince.getTime() <= FAILING_PROVIDER_MS)
    return false;
  return at.getTime() - (failedAt ?? failingSince).getTime() < UNUSED_PROVIDER_MS;
}

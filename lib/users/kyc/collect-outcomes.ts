import { now } from "@/lib/kernel/clock";
import type { ProviderOutcome } from "./port";
import { kycProvider } from "./provider";
import { recordOutcome } from "./record-outcome";

async function recordAndSettle(outcome: ProviderOutcome): Promise<boolean> {
  const recorded = await recordOutcome(outcome);
  await kycProvider().settleOutcome(outcome);
  return recorded?.recorded ?? false;
}

/**
 * Records the outcomes that are waiting at the provider. Each outcome is leased, recorded, then settled. When a process
 * dies between two of these steps, the outcome is leased again later; recording it twice changes nothing.
 * @throws AggregateError with all failures, after the other outcomes are recorded.
 */
export async function collectOutcomes(): Promise<{ recorded: number }> {
  const failures: unknown[] = [];
  let recorded = 0;
  const take = () => kycProvider().takeOutcomes(now());
  for (let taken = await take(); taken.length > 0; taken = await take()) {
    for (const result of await Promise.allSettled(taken.map(recordAndSettle))) {
      if (result.status === "rejected") failures.push(result.reason);
      else if (result.value) recorded += 1;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "outcomes were not recorded");
  return { recorded };
}

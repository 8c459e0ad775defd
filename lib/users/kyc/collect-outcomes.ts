import { now } from "@/lib/kernel/clock";
import type { ProviderOutcome } from "./port";
import { kycProvider } from "./provider";
import { recordOutcome } from "./record-outcome";

async function recordAndSettle(outcome: ProviderOutcome): Promise<boolean> {
  const recorded = await recordOutcome(outcome);
  await kycProvider().settleOutcome(outcome.sessionId);
  return recorded?.recorded ?? false;
}

/**
 * Records the outcomes that wait at the provider. Taken, recorded, settled: a process that dies between two of these
 * leaves an outcome that is taken again later, and recording it again changes nothing.
 * @throws AggregateError of what failed, once all others are recorded.
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

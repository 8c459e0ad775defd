import type { PersonUseCase } from "@/lib/contract/use-cases";
import { now } from "@/lib/kernel/clock";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import type { getWebhookStatisticsContract } from "../contract";
import { MAX_COUNTED_ATTEMPTS, type StatisticsPeriod } from "./schema";
import { findSteps, type StepRow } from "./store";

const STEPS: Record<StatisticsPeriod, { stepMs: number; count: number }> = {
  day: { stepMs: HOUR_MS, count: 24 },
  week: { stepMs: 6 * HOUR_MS, count: 28 },
  month: { stepMs: DAY_MS, count: 30 },
};

const NONE = { attempts: 0n, succeeded: 0n, medianMs: null, p95Ms: null };

const present = ({ attempts, succeeded, medianMs, p95Ms }: Omit<StepRow, "step">) => ({
  attempts: Number(attempts),
  succeeded: Number(succeeded),
  medianMs,
  p95Ms,
});

/** Returns the number and the duration of the attempts of a period; a step without attempts has zeros. */
export const getWebhookStatistics: PersonUseCase<typeof getWebhookStatisticsContract> = async ({
  partner,
  input,
}) => {
  const { stepMs, count } = STEPS[input.query.period];
  // The last step contains the present time.
  const firstMs = (Math.floor(now().getTime() / stepMs) - count + 1) * stepMs;
  const rows = await findSteps(partner.id, new Date(firstMs), stepMs, MAX_COUNTED_ATTEMPTS);
  const all = present(rows.find(({ step }) => step === null) ?? NONE);
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return {
    stepSeconds: stepMs / 1_000,
    isPartial: all.attempts >= MAX_COUNTED_ATTEMPTS,
    attempts: all.attempts,
    succeeded: all.succeeded,
    p95Ms: all.p95Ms,
    steps: Array.from({ length: count }, (_, step) => ({
      from: new Date(firstMs + step * stepMs).toISOString(),
      ...present(byStep.get(step) ?? NONE),
    })),
  };
};

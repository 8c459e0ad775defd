import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";

/** The maximum number of attempts that the statistics read. */
export const MAX_COUNTED_ATTEMPTS = 20_000;

export const STATISTICS_PERIODS = ["day", "week", "month"] as const;
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];

const durationMs = z.int().min(0).nullable();

export const webhookStatisticsSchema = z
  .object({
    stepSeconds: z.int().min(1).meta({ description: "The length of a step" }),
    isPartial: z.boolean().meta({
      description: `Whether the period has more than ${MAX_COUNTED_ATTEMPTS.toLocaleString("en-US")} attempts. Then only the latest are counted`,
    }),
    attempts: z.int().min(0),
    succeeded: z.int().min(0),
    p95Ms: durationMs.meta({ description: "95 % of the attempts took at most this long" }),
    steps: z.array(
      z.object({
        from: timestamp,
        attempts: z.int().min(0),
        succeeded: z.int().min(0),
        medianMs: durationMs.meta({ description: "Null without attempts" }),
        p95Ms: durationMs,
      }),
    ),
  })
  .meta({ id: "WebhookStatistics" });

export const EXAMPLE_STATISTICS: z.input<typeof webhookStatisticsSchema> = {
  stepSeconds: 3_600,
  isPartial: false,
  attempts: 12,
  succeeded: 11,
  p95Ms: 240,
  steps: [
    {
      from: "2026-11-21T09:00:00.000Z",
      attempts: 12,
      succeeded: 11,
      medianMs: 85,
      p95Ms: 240,
    },
  ],
};

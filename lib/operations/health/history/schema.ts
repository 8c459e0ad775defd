import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";

const HEALTH_STATES = ["up", "degraded", "down"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** The components of the service. Chains and jobs have samples of their own: `chain:base`, `job:reconcile`. */
export const COMPONENTS = [
  "api",
  "webhooks",
  "chains",
  "card_issuer",
  "identity_provider",
  "payouts",
] as const;
export type Component = (typeof COMPONENTS)[number];

const pointSchema = z.object({
  at: timestamp.meta({ description: "The start of the interval" }),
  state: z.enum(HEALTH_STATES).meta({ description: "The worst state in the interval" }),
  value: z.number().optional().meta({
    description: "The highest: milliseconds of a job or of 95 % of the requests, or blocks of lag",
  }),
  total: z.int().optional().meta({ description: "Requests or deliveries" }),
  failed: z.int().optional(),
});

export const healthHistorySchema = z
  .object({
    from: timestamp,
    until: timestamp,
    intervalS: z.int(),
    components: z.array(
      z.object({
        component: z.string().meta({
          description: `One of ${COMPONENTS.join(", ")}, or \`chain:…\` or \`job:…\``,
        }),
        points: z
          .array(pointSchema)
          .meta({ description: "Oldest first; an interval without a sample is absent" }),
      }),
    ),
  })
  .meta({ id: "HealthHistory" });

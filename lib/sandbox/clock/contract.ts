import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { timestamp } from "@/lib/contract/fields";
import { MAX_CLOCK_ADVANCE_S } from "@/lib/partners/partner-time";

/** The instant of the clock in the examples, and 8 days later. */
const EXAMPLE_AT = "2026-11-23T09:30:00.000Z";
const EXAMPLE_LATER = "2026-12-01T09:30:00.000Z";
const EXAMPLE_ADVANCE_S = 691_200;

const clockData = z
  .object({
    time: timestamp.meta({ description: "The time of your sandbox clock" }),
    realTime: timestamp.meta({ description: "The time of the service" }),
    advancedSeconds: z.int().meta({ description: "The sum of all advances" }),
  })
  .meta({ id: "SandboxClock" });

export const getSandboxClockContract = contract({
  id: "getSandboxClock",
  method: "GET",
  path: "/api/v1/sandbox/clock",
  tag: "Sandbox",
  summary: "Get clock",
  scope: "read",
  description: "Returns the time of your sandbox clock, and by how much it is ahead.",
  audience: "sandbox",
  data: clockData,
  message: "Clock retrieved",
  errors: [],
  examples: {
    data: { time: EXAMPLE_LATER, realTime: EXAMPLE_AT, advancedSeconds: EXAMPLE_ADVANCE_S },
  },
});

export const advanceSandboxClockContract = contract({
  id: "advanceSandboxClock",
  method: "POST",
  path: "/api/v1/sandbox/clock",
  tag: "Sandbox",
  summary: "Advance clock",
  scope: "cards",
  description:
    "Moves time forward for you alone, by at most 10 years in total. The clock cannot be set back. What becomes due runs at once: a hold that was not settled within 7 days is released, a failed webhook delivery is retried. Cards, verification links, rotated API keys and webhook secrets expire, the limit of one card in 5 minutes passes, and the 120 days for a dispute run out. Timestamps in responses and webhooks stay real: what waits for a time moves closer, and the books are never in the future. Rate limits and sign-ins follow the real time.",
  audience: "sandbox",
  body: z.object({
    advanceSeconds: z.int().min(1).max(MAX_CLOCK_ADVANCE_S).meta({
      description: "In seconds: 691200 are 8 days",
    }),
  }),
  data: clockData,
  audited: ["advanceSeconds"],
  message: "Clock advanced",
  errors: [],
  examples: {
    body: { advanceSeconds: EXAMPLE_ADVANCE_S },
    data: { time: EXAMPLE_LATER, realTime: EXAMPLE_AT, advancedSeconds: EXAMPLE_ADVANCE_S },
  },
});

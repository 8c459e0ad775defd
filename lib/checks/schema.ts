import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";

/** The time and outcome of a check; each kind adds the fields of its result. */
export const checkSchema = z.object({
  ranAt: timestamp,
  durationMs: z.int(),
  isSound: z.boolean(),
  soundAt: timestamp.optional().meta({ description: "When the check last found no fault" }),
  askedBy: z
    .string()
    .optional()
    .meta({ description: "The person who started it; absent for the service itself" }),
});

export const exampleCheck: z.input<typeof checkSchema> = {
  ranAt: "2026-11-21T10:00:00.000Z",
  durationMs: 412,
  isSound: true,
  soundAt: "2026-11-21T10:00:00.000Z",
};

import type { z } from "zod";
import type { Check } from "./check";
import type { checkSchema } from "./schema";

type Presented<Result> = z.output<typeof checkSchema> & Result;

/**
 * A check with what it found, as administrators see it; undefined when it was never made, or by a version of the service
 * that wrote down something else.
 */
export function presentCheck<Result>(
  check: Check | undefined,
  schema: z.ZodType<Result>,
): Presented<Result> | undefined {
  if (!check) return undefined;
  const found = schema.safeParse(check.result);
  if (!found.success) return undefined;
  const { ranAt, durationMs, isSound, soundAt, person } = check;
  return {
    ranAt: ranAt.toISOString(),
    durationMs,
    isSound,
    ...(soundAt && { soundAt: soundAt.toISOString() }),
    ...(person && { askedBy: person.name }),
    ...found.data,
  };
}

import type { z } from "zod";
import type { Check } from "./check";
import type { checkSchema } from "./schema";

type Presented<Result> = z.output<typeof checkSchema> & Result;

/**
 * A check with its result, in the form for administrators. Undefined if the check never ran or if its result has the
 * format of another version of the service.
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

import { z } from "zod";

/** A whole number of one or more. */
export const positive = z.coerce.number().int().min(1);
/** A timer for longer than 2^31 - 1 ms, about 25 days, fires at once, and a job with such an interval runs without a pause. */
export const milliseconds = positive.max(2_147_483_647);

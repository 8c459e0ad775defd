import { z } from "zod";

/** The stored result of the comparison of captures and refunds. */
export const postingsFoundSchema = z.object({
  issuer: z.string(),
  compared: z.int().meta({ description: "Captures and refunds that the issuer listed" }),
  differences: z.int(),
  examples: z
    .array(z.object({ id: z.string(), text: z.string() }))
    .meta({ description: "The first differences, by the issuer's id" }),
});

import { z } from "zod";

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional().catch(undefined),
  // Some providers send booleans as texts.
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
});

/** The claims of a validated ID token, with those of the userinfo endpoint that it lacks. */
export type Claims = z.output<typeof claimsSchema>;

/** Reads claims; unusable optional ones count as missing. @throws ZodError without a usable subject. */
export function readClaims(claims: unknown): Claims {
  return claimsSchema.parse(claims);
}

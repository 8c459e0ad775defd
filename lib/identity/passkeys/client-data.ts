import { z } from "zod";

/** Challenges are base64url; the database cannot store every other text. */
const clientDataSchema = z.object({ challenge: z.string().regex(/^[\w-]+$/) });

/** Returns the challenge that a browser's response names, before anything in it is verified; undefined if it has none. */
export function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, "base64url").toString("utf8");
    return clientDataSchema.parse(JSON.parse(text)).challenge;
  } catch {
    // Not the JSON of a browser: there is no challenge in it.
    return undefined;
  }
}

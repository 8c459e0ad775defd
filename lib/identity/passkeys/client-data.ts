import { z } from "zod";

const clientDataSchema = z.object({ challenge: z.string() });

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

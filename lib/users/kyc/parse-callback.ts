import type { z } from "zod";

/** Parses the JSON body of a provider's callback. Returns undefined if the body is not JSON or not of this schema. */
export function parseCallback<T>(schema: z.ZodType<T>, body: Uint8Array): T | undefined {
  try {
    return schema.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return undefined;
  }
}

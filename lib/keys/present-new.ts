import type { z } from "zod";
import type { NewApiKeyRow } from "@/lib/partners/store";
import type { newApiKeySchema } from "./schema";

/** A key that was made a moment ago, with the key itself. */
export function presentNewApiKey(
  { id, name, hint, createdAt }: NewApiKeyRow,
  apiKey: string,
): z.input<typeof newApiKeySchema> {
  return {
    keyId: id,
    name,
    hint,
    status: "active",
    createdAt: createdAt.toISOString(),
    apiKey,
  };
}

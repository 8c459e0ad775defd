import { env } from "@/lib/kernel/env";
import { buildDocument } from "./document";
import type { Json } from "./schema-writer";

/** Builds the document of this service, with its environment and address. */
export function currentDocument(): Json {
  const { SERVICE_ENVIRONMENT: environment, BASE_URL: baseUrl } = env();
  return buildDocument({ environment, baseUrl });
}

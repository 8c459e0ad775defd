import type { z } from "zod";
import type { evidenceFileSchema } from "./schema";
import type { EvidenceFileRow } from "./store";

/** Converts a file to the API format. */
export function presentFile(file: EvidenceFileRow): z.input<typeof evidenceFileSchema> {
  const { id, name, mediaType, sizeBytes, createdAt } = file;
  return { fileId: id, name, mediaType, sizeBytes, createdAt: createdAt.toISOString() };
}

import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { EVIDENCE_MEDIA_TYPES } from "./rules";

export const evidenceFileSchema = z
  .object({
    fileId: z.string(),
    name: personal(z.string()),
    mediaType: z
      .enum(EVIDENCE_MEDIA_TYPES)
      .meta({ description: "The format that the content has" }),
    sizeBytes: z.int(),
    createdAt: timestamp,
  })
  .meta({ id: "EvidenceFile" });

export const exampleEvidenceFile: z.input<typeof evidenceFileSchema> = {
  fileId: "dfl_01k9x7a2k8r8e5t2v7w4y0z1a2",
  name: "receipt.pdf",
  mediaType: "application/pdf",
  sizeBytes: 182_340,
  createdAt: "2026-11-23T09:39:00.000Z",
};

import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { rule, text } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { exampleCardTransaction } from "../../schema";
import {
  EVIDENCE_MEDIA_TYPES,
  MAX_EVIDENCE_BYTES,
  MAX_EVIDENCE_FILES,
  MAX_FILE_NAME_CHARACTERS,
} from "./rules";
import { evidenceFileSchema, exampleEvidenceFile } from "./schema";

const PATH = "/api/v1/partner/card/transactions/{serviceTransactionId}/evidence-files";
const params = z.object({ serviceTransactionId: z.string() });
const exampleParams = { serviceTransactionId: exampleCardTransaction.serviceTransactionId };

export const addEvidenceFileContract = contract({
  id: "addEvidenceFile",
  method: "POST",
  path: PATH,
  tag: "Cards",
  summary: "Add Evidence File",
  scope: "cards",
  description:
    "Uploads a file for a dispute of this transaction: a PDF, PNG or JPEG file of at most 5 MB. The request body is the file itself. Open Dispute attaches the file by its ID within 24 hours; the file is deleted otherwise. At most 5 files, or 1 where the card issuer takes only one. The same file is stored once: a repeat returns the first one, and its 24 hours begin again.",
  params,
  query: z.object({
    name: personal(
      text(1, MAX_FILE_NAME_CHARACTERS)
        .refine((name) => !/[/\\]/.test(name), rule("isFileName", "must not contain slashes"))
        .meta({ description: "The name of the file, for people" }),
    ),
  }),
  upload: {
    maxBytes: MAX_EVIDENCE_BYTES,
    mediaTypes: EVIDENCE_MEDIA_TYPES,
    rate: "evidenceFile",
  },
  data: evidenceFileSchema,
  status: 201,
  message: "Evidence file added",
  errors: ["TRANSACTION_NOT_FOUND"],
  examples: {
    params: exampleParams,
    query: { name: "receipt.pdf" },
    data: exampleEvidenceFile,
  },
});

export const listEvidenceFilesContract = contract({
  id: "listEvidenceFiles",
  method: "GET",
  path: PATH,
  tag: "Cards",
  summary: "List Evidence Files",
  scope: "read",
  description:
    "The files of a transaction that a new dispute can have, oldest first. Files of a pending or decided dispute are part of that dispute.",
  params,
  data: z.object({
    files: z.array(evidenceFileSchema),
    maxFiles: z
      .int()
      .meta({ description: `How many files the card issuer takes: 1 to ${MAX_EVIDENCE_FILES}` }),
  }),
  message: "Evidence files",
  errors: ["TRANSACTION_NOT_FOUND"],
  examples: { params: exampleParams, data: { files: [exampleEvidenceFile], maxFiles: 5 } },
});

export const removeEvidenceFileContract = contract({
  id: "removeEvidenceFile",
  method: "DELETE",
  path: "/api/v1/partner/card/evidence-files/{fileId}",
  tag: "Cards",
  summary: "Remove Evidence File",
  scope: "cards",
  description: "Deletes a file that no dispute has.",
  params: z.object({ fileId: z.string() }),
  data: z.object({ fileId: z.string() }),
  message: "Evidence file removed",
  errors: ["EVIDENCE_FILE_NOT_FOUND"],
  examples: {
    params: { fileId: exampleEvidenceFile.fileId },
    data: { fileId: exampleEvidenceFile.fileId },
  },
});

import { hash } from "node:crypto";
import { refusedFile } from "@/lib/contract/refused-file";
import type { UseCase } from "@/lib/contract/use-cases";
import type { ValidationError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { findTransactionOf } from "../../find-transaction-of";
import type { addEvidenceFileContract } from "./contract";
import { mediaTypeOf } from "./media-type";
import { presentFile } from "./present";
import { EVIDENCE_FILES_OF } from "./rules";
import { sealFile } from "./seal-file";
import { findIssuerOf, insertFile } from "./store";

function tooMany(maxFiles: number): ValidationError {
  const text =
    maxFiles === 1
      ? "must be the only one: the card issuer takes 1 file of a dispute. Combine the documents into one PDF"
      : `must not be added: a dispute has at most ${maxFiles} files`;
  return refusedFile("maxCount", text);
}

/** Stores a file for a dispute of a transaction, encrypted. Source: docs/decisions/0083-dispute-files.md */
export const addEvidenceFile: UseCase<typeof addEvidenceFileContract> = async ({
  partner,
  input,
  at,
}) => {
  const { file: bytes = new Uint8Array(), params, query } = input;
  const { serviceTransactionId: transactionId } = params;
  const { card } = await findTransactionOf(partner.id, transactionId);
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType) throw refusedFile("isFormat", "must be a PDF, PNG or JPEG file");
  const maxFiles = EVIDENCE_FILES_OF[await findIssuerOf(card.id)];
  const file = { id: newId("dfl"), partnerId: partner.id };
  const stored = await insertFile(
    {
      ...file,
      transactionId,
      disputeId: null,
      name: query.name,
      mediaType,
      sizeBytes: bytes.byteLength,
      contentHash: hash("sha256", bytes, "hex"),
      ...sealFile(file, bytes),
      issuerFileId: null,
      createdAt: at,
    },
    maxFiles,
  );
  if (!stored) throw tooMany(maxFiles);
  return presentFile(stored);
};

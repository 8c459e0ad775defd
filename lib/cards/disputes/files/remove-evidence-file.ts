import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { removeEvidenceFileContract } from "./contract";
import { deleteFreeFile } from "./store";

/** Deletes a file that no dispute has. Source: docs/decisions/0083-dispute-files.md */
export const removeEvidenceFile: UseCase<typeof removeEvidenceFileContract> = async ({
  partner,
  input,
}) => {
  const { fileId } = input.params;
  const isDeleted = isId("dfl", fileId) && (await deleteFreeFile(partner.id, fileId));
  if (!isDeleted) throw new ServiceError("EVIDENCE_FILE_NOT_FOUND");
  return { fileId };
};

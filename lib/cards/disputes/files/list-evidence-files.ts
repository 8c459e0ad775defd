import type { UseCase } from "@/lib/contract/use-cases";
import { findTransactionOf } from "../../find-transaction-of";
import type { listEvidenceFilesContract } from "./contract";
import { presentFile } from "./present";
import { EVIDENCE_FILES_OF } from "./rules";
import { findFreeFiles, findIssuerOf } from "./store";

/** Lists the files of a transaction that a new dispute can have. Source: docs/decisions/0083-dispute-files.md */
export const listEvidenceFiles: UseCase<typeof listEvidenceFilesContract> = async ({
  partner,
  input,
}) => {
  const { serviceTransactionId } = input.params;
  const { card } = await findTransactionOf(partner.id, serviceTransactionId);
  const [files, issuer] = await Promise.all([
    findFreeFiles(partner.id, serviceTransactionId),
    findIssuerOf(card.id),
  ]);
  return { files: files.map(presentFile), maxFiles: EVIDENCE_FILES_OF[issuer] };
};

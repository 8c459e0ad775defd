import type { DisputeEvidence, IssuerDisputes } from "../../issuer/disputes/port";
import { fileNameFor } from "./media-type";
import { unsealFile } from "./seal-file";
import { findFilesOf, noteDelivered, readFileOf } from "./store";

/**
 * Gives the issuer the files of an open dispute that it does not have yet. A retry continues with the file whose delivery
 * was not noted, which the issuer takes once. Source: docs/decisions/0083-dispute-files.md
 */
export async function deliverFiles(
  disputes: IssuerDisputes,
  { id, issuerDisputeId }: { id: string; issuerDisputeId: string },
  evidence: DisputeEvidence,
): Promise<void> {
  for (const file of await findFilesOf([id])) {
    if (file.issuerFileId !== null) continue;
    const stored = await readFileOf(id, file.id);
    // Another attempt submitted the dispute meanwhile, and the file was erased with its user.
    if (!stored) continue;
    const { mediaType } = stored;
    const issuerFileId = await disputes.attachFile(issuerDisputeId, evidence, {
      id: file.id,
      name: fileNameFor(stored.name, mediaType),
      mediaType,
      bytes: unsealFile(stored),
    });
    await noteDelivered(file, issuerFileId);
  }
}

/** Whether the issuer has a file of a dispute, and with it the evidence of the dispute, which it gets first. */
export async function hasDelivered(disputeId: string): Promise<boolean> {
  return (await findFilesOf([disputeId])).some(({ issuerFileId }) => issuerFileId !== null);
}

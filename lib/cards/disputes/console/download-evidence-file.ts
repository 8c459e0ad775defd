import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { fileNameFor } from "../files/media-type";
import { unsealFile } from "../files/seal-file";
import { readFileOf } from "../files/store";
import type { downloadEvidenceFileContract } from "./contract";

/** A file name in a header: in ASCII, and as it is for clients that know RFC 6266. */
function disposition(name: string): string {
  const ascii = name.replace(/[^\w.-]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Returns a file of a dispute as an attachment. No browser may show it as a page: a file of a stranger could act as the
 * console then. Source: docs/decisions/0083-dispute-files.md
 */
export const downloadEvidenceFile: AdminUseCase<typeof downloadEvidenceFileContract> = async (
  context,
) => {
  const { id, fileId } = context.input.params;
  const file = isId("dsp", id) && isId("dfl", fileId) ? await readFileOf(id, fileId) : undefined;
  if (!file) throw new ServiceError("EVIDENCE_FILE_NOT_FOUND");
  const bytes = unsealFile(file);
  const after = { fileId, partnerId: file.partnerId };
  await auditAdminAction(
    context,
    "dispute.download_file",
    { targetId: id, after },
    writeAuditEntry,
  );
  return new Response(bytes, {
    headers: {
      "Content-Type": file.mediaType,
      "Content-Length": String(bytes.byteLength),
      "Content-Disposition": disposition(fileNameFor(file.name, file.mediaType)),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store, no-transform",
    },
  });
};

import { ButtonLink } from "@/components/ui/button-link";
import { fileSize } from "@/components/ui/file-size";
import { RoleNote } from "@/components/ui/role-note";
import type { AdminDispute } from "./queries";

const FORMATS = { "application/pdf": "PDF", "image/png": "PNG", "image/jpeg": "JPEG" } as const;

interface DisputeFilesProps {
  dispute: AdminDispute;
  mayDownload: boolean;
}

/** The files of a dispute. They are downloaded and never shown, because strangers made them. */
export function DisputeFiles({ dispute, mayDownload }: DisputeFilesProps) {
  const { disputeId, evidenceFiles } = dispute;
  if (evidenceFiles.length === 0) return null;
  return (
    <section aria-labelledby="files" className="space-y-2">
      <h3 id="files" className="font-semibold">
        Files
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {evidenceFiles.map(({ fileId, name, mediaType, sizeBytes, isDelivered }) => (
          <li key={fileId} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 text-small">
              <span className="block break-words">{name}</span>
              <span className="text-quiet">
                {FORMATS[mediaType]}, {fileSize(sizeBytes)},{" "}
                {isDelivered ? "the card issuer has it" : "not at the card issuer yet"}
              </span>
            </span>
            {mayDownload && (
              <ButtonLink
                look="plain"
                size="compact"
                href={`/api/admin/disputes/${disputeId}/files/${fileId}`}
                download=""
                aria-label={`Download ${name}`}
              >
                Download
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {!mayDownload && <RoleNote>Only administrators and approvers can download files.</RoleNote>}
    </section>
  );
}

import { sealBytes, unsealBytes } from "@/lib/kernel/seal-bytes";
import type { StoredEvidenceFile } from "./store";

const contextOf = ({ partnerId, id }: { partnerId: string; id: string }) => ({
  partnerId,
  rowId: id,
  field: "fileKey",
});

/** Encrypts the content of a file for its row. */
export function sealFile(file: { partnerId: string; id: string }, plain: Uint8Array) {
  const { keySealed, bytes } = sealBytes(plain, contextOf(file));
  return { keySealed, content: bytes };
}

/** The content of a stored file. */
export const unsealFile = (file: StoredEvidenceFile): Uint8Array<ArrayBuffer> =>
  unsealBytes({ keySealed: file.keySealed, bytes: file.content }, contextOf(file));

import type { EvidenceMediaType } from "./rules";

/** The first bytes of each format. */
const SIGNATURES: Record<EvidenceMediaType, readonly number[]> = {
  "application/pdf": [...Buffer.from("%PDF-")],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff],
};

/** The format of a file by its content; undefined for other formats. Name and Content-Type are the sender's claim only. */
export function mediaTypeOf(bytes: Uint8Array): EvidenceMediaType | undefined {
  const types = Object.keys(SIGNATURES) as EvidenceMediaType[];
  return types.find((type) => SIGNATURES[type].every((byte, at) => bytes[at] === byte));
}

const EXTENSIONS: Record<EvidenceMediaType, string> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
};

/** A file name with the extension of the format. */
export function fileNameFor(name: string, mediaType: EvidenceMediaType): string {
  const base = name.replace(/\.(pdf|png|jpe?g)$/i, "");
  return `${base}.${EXTENSIONS[mediaType]}`;
}

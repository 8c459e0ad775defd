import { z } from "zod";
import {
  isSigned,
  publicKeyOf,
  type SigningKey,
  signBytes,
} from "@/lib/accounting/proofs/format/keys";

const fileSchema = z.object({
  table: z.string(),
  /** In the folder of the manifest. */
  file: z.string().regex(/^[\w.-]+$/, "must be the name of a file"),
  rows: z.int(),
  /** Of the compressed file, and of the lines in it, hex. */
  sha256: z.string(),
  contentSha256: z.string(),
});
export type ArchivedFile = z.output<typeof fileSchema>;

const archiveSchema = z.object({
  version: z.literal(1),
  /** The first row's earliest time; absent: from the beginning. */
  from: z.string().optional(),
  before: z.string(),
  createdAt: z.string(),
  files: z.array(fileSchema),
});
export type Archive = z.output<typeof archiveSchema>;

/** The file beside the compressed files: what each contains, and the signature of the ledger's key where there is one. */
export const manifestSchema = z.object({
  archive: archiveSchema,
  keyId: z.string().optional(),
  publicKey: z.string().optional(),
  signature: z.string().optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** What is signed: the archive as JSON, with its fields in the order of the schema. */
const bytesOf = (archive: Archive): Buffer =>
  Buffer.from(`partner-wallet archive\n${JSON.stringify(archiveSchema.parse(archive))}`);

/** The manifest of an archive, signed if there is a key. */
export function manifestOf(archive: Archive, key: SigningKey | undefined): Manifest {
  if (!key) return { archive };
  const { keyId, publicKey } = key;
  return { archive, keyId, publicKey, signature: signBytes(key, bytesOf(archive)) };
}

/**
 * Whether the signature of a manifest holds: `unsigned` without one. With `known`, a public key in base64, the manifest must be
 * signed with that key.
 */
export function signatureState(
  { archive, publicKey, signature }: Manifest,
  known?: string,
): "signed" | "unsigned" | "wrong" {
  if (publicKey === undefined || signature === undefined)
    return known === undefined ? "unsigned" : "wrong";
  if (known !== undefined && publicKeyOf(known).publicKey !== publicKey) return "wrong";
  return isSigned(publicKeyOf(publicKey), bytesOf(archive), signature) ? "signed" : "wrong";
}

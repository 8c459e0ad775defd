import { createHash } from "node:crypto";

const BYTES = 16;

/** Derives a UUID from a key of ours: Lithic accepts only UUIDs as idempotency keys and external ids. */
export function stableUuid(purpose: string, key: string): string {
  const bytes = createHash("sha256").update(`${purpose}:${key}`).digest().subarray(0, BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

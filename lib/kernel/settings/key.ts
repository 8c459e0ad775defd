import { z } from "zod";

/** `<base64>,<base64>`: seeds of Ed25519 keys. The first signs; the public keys of all are published. */
export const signingKeys = z
  .string()
  .transform((text) => text.split(",").map((part) => Buffer.from(part.trim(), "base64")))
  .refine(
    (seeds) => seeds.every(({ length }) => length === 32),
    "must be 32 bytes in base64; several are separated by commas",
  );

/** A secret of 32 bytes or more, in base64. */
export const base64Key = z
  .string()
  .refine(
    (text) => Buffer.from(text, "base64").length >= 32,
    "must be at least 32 bytes in base64",
  );

/**
 * `1:<base64>,2:<base64>`: AES-256 keys by version. All unseal; the highest version seals unless a setting names
 * another.
 */
export const keyRing = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().split(":")))
  .refine(
    (parts) =>
      parts.every(
        ([version, key]) =>
          /^[1-9]\d*$/.test(version ?? "") && Buffer.from(key ?? "", "base64").length === 32,
      ),
    "must be <version>:<32 bytes in base64>, separated by commas",
  )
  .refine(
    (parts) => new Set(parts.map(([version]) => version)).size === parts.length,
    "must have each version once",
  )
  .transform(
    (parts) =>
      new Map(parts.map(([version, key]) => [Number(version), Buffer.from(key ?? "", "base64")])),
  );

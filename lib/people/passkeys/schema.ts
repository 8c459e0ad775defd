import { z } from "zod";
import { text, timestamp } from "@/lib/contract/fields";

/** The most passkeys of one person. */
export const MAX_PASSKEYS = 10;
export const passkeyName = text(1, 60);

export const passkeySchema = z
  .object({
    passkeyId: z.string(),
    name: z.string(),
    fingerprint: z.string().meta({ description: "SHA-256 of the public key, hexadecimal" }),
    isBackedUp: z.boolean().meta({
      description: "The authenticator copies it to other devices",
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp.optional(),
  })
  .meta({ id: "Passkey" });

export const EXAMPLE_PASSKEY: z.input<typeof passkeySchema> = {
  passkeyId: "psk_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Laptop",
  fingerprint: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  isBackedUp: true,
  createdAt: "2026-11-21T10:00:00.000Z",
  lastUsedAt: "2026-11-21T12:00:00.000Z",
};

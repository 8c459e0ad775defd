import type { z } from "zod";
import { fingerprintOf } from "@/lib/identity/passkeys/fingerprint";
import type { passkeySchema } from "./schema";
import type { StoredPasskey } from "./store";

/** Converts a passkey to its response. */
export function presentPasskey({
  id,
  name,
  publicKey,
  isBackedUp,
  createdAt,
  lastUsedAt,
}: StoredPasskey): z.input<typeof passkeySchema> {
  return {
    passkeyId: id,
    name,
    fingerprint: fingerprintOf(publicKey),
    isBackedUp,
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}

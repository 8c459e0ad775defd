import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findPasskeyOf as find, type StoredPasskey } from "./store";

/**
 * Returns one of a person's own passkeys.
 * @throws ServiceError PASSKEY_NOT_FOUND
 */
export async function findPasskeyOf(personId: string, passkeyId: string): Promise<StoredPasskey> {
  return findOrRefuse("psk", passkeyId, "PASSKEY_NOT_FOUND", () => find(personId, passkeyId));
}

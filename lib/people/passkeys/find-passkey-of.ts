import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findPasskeyOf as find, type StoredPasskey } from "./store";

/**
 * Returns one of a person's own passkeys.
 * @throws ServiceError PASSKEY_NOT_FOUND
 */
export async function findPasskeyOf(personId: string, passkeyId: string): Promise<StoredPasskey> {
  const found = isId("psk", passkeyId) ? await find(personId, passkeyId) : undefined;
  if (!found) throw new ServiceError("PASSKEY_NOT_FOUND");
  return found;
}

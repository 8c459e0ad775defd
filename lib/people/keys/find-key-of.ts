import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { type ApiKeyRow, findApiKey } from "./store";

/**
 * Returns a partner's API key, without the key itself.
 * @throws ServiceError API_KEY_NOT_FOUND when it is unknown or another partner's.
 */
export async function findKeyOf(partnerId: string, keyId: string): Promise<ApiKeyRow> {
  return findOrRefuse("key", keyId, "API_KEY_NOT_FOUND", () => findApiKey(partnerId, keyId));
}

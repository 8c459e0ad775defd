import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { type ApiKeyRow, findApiKey } from "./store";

/**
 * Returns a partner's API key, without the key itself.
 * @throws ServiceError API_KEY_NOT_FOUND when it is unknown or another partner's.
 */
export async function findKeyOf(partnerId: string, keyId: string): Promise<ApiKeyRow> {
  const row = isId("key", keyId) ? await findApiKey(partnerId, keyId) : undefined;
  if (!row) throw new ServiceError("API_KEY_NOT_FOUND");
  return row;
}

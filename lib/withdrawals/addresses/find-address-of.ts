import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findAddress, type SavedAddressRow } from "./store";

/**
 * One of a partner's saved addresses.
 * @throws ServiceError ADDRESS_NOT_FOUND when unknown, removed, or another partner's.
 */
export async function findAddressOf(
  partnerId: string,
  addressId: string,
): Promise<SavedAddressRow> {
  const row = isId("adr", addressId) ? await findAddress(partnerId, addressId) : undefined;
  if (!row) throw new ServiceError("ADDRESS_NOT_FOUND");
  return row;
}

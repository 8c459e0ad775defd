import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findAddress, type SavedAddressRow } from "./store";

/**
 * Reads a saved address of a partner.
 * @throws ServiceError ADDRESS_NOT_FOUND when the address is unknown, removed, or of another partner.
 */
export async function findAddressOf(
  partnerId: string,
  addressId: string,
): Promise<SavedAddressRow> {
  const row = isId("adr", addressId) ? await findAddress(partnerId, addressId) : undefined;
  if (!row) throw new ServiceError("ADDRESS_NOT_FOUND");
  return row;
}

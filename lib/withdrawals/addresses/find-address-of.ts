import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findAddress, type SavedAddressRow } from "./store";

/**
 * Reads a saved address of a partner.
 * @throws ServiceError ADDRESS_NOT_FOUND when the address is unknown, removed, or of another partner.
 */
export async function findAddressOf(
  partnerId: string,
  addressId: string,
): Promise<SavedAddressRow> {
  return findOrRefuse("adr", addressId, "ADDRESS_NOT_FOUND", () =>
    findAddress(partnerId, addressId),
  );
}

import type { z } from "zod";
import type { savedAddressSchema } from "./schema";
import type { SavedAddressRow } from "./store";

/** Converts a row to the API format. */
export function presentAddress(row: SavedAddressRow): z.input<typeof savedAddressSchema> {
  const { id, label, address, savedBy, createdAt } = row;
  return { addressId: id, label, address, savedBy, createdAt: createdAt.toISOString() };
}

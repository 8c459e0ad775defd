import type { z } from "zod";
import { type PolicyRow, usableFrom } from "@/lib/withdrawals/policy/policy";
import type { savedAddressSchema } from "./schema";
import type { SavedAddressRow } from "./store";

/** Converts a row to the API format, with the end of its waiting time under the partner's payout policy. */
export function presentAddress(
  row: SavedAddressRow,
  policy: PolicyRow,
  at: Date,
): z.input<typeof savedAddressSchema> {
  const { id, label, address, savedBy, createdAt } = row;
  const from = usableFrom(policy, createdAt, at);
  return {
    addressId: id,
    label,
    address,
    savedBy,
    createdAt: createdAt.toISOString(),
    ...(from && { usableFrom: from.toISOString() }),
  };
}

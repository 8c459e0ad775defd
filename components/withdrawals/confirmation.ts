import type { AddressCheck } from "./queries";

const KEPT = 6;
const MIDDLE = 6;

/** Returns the characters after the first four digits, in which look-alikes differ. */
export const middleOf = (address: string): string => address.slice(KEPT, KEPT + MIDDLE);

/**
 * Returns the confirmation that an address needs. An address that was paid before needs none. For one that resembles
 * another known address the middle must be typed, because look-alikes differ there, until it is saved and paid. For any
 * other address a tick confirms the comparison, and for any address that was restored from a draft: an old one is sent
 * only on purpose.
 */
export function confirmationFor(
  known: AddressCheck | undefined,
  isRestored: boolean,
): "none" | "tick" | "type" {
  if (known === undefined) return "tick";
  const { lookalikes, savedAs, timesPaid } = known;
  if (lookalikes.length > 0 && (savedAs === undefined || timesPaid === 0)) return "type";
  return timesPaid > 0 && !isRestored ? "none" : "tick";
}

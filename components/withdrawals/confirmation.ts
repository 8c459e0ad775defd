import type { AddressCheck } from "./queries";

const KEPT = 6;
const MIDDLE = 6;

/** The characters after the first four digits: those that look-alikes do not share. */
export const middleOf = (address: string): string => address.slice(KEPT, KEPT + MIDDLE);

/**
 * What somebody does before money goes to an address. One that was paid before asks for nothing; one that looks like
 * another that is known has its middle typed, for that is where they differ, until it is saved and paid; all else is compared, and a tick says so.
 */
export function confirmationFor(known: AddressCheck | undefined): "none" | "tick" | "type" {
  if (known === undefined) return "tick";
  const { lookalikes, savedAs, timesPaid } = known;
  if (lookalikes.length > 0 && (savedAs === undefined || timesPaid === 0)) return "type";
  return timesPaid > 0 ? "none" : "tick";
}

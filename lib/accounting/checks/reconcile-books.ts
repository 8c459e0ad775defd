import { checkCustody } from "./check-custody";

/** Reconciles the books with the chains as a background job. */
export function reconcileBooks(): Promise<Record<string, number>> {
  return checkCustody(null);
}

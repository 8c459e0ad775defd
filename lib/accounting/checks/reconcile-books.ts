import { checkCustody } from "./check-custody";

/** The books beside the chains as background work. */
export function reconcileBooks(): Promise<Record<string, number>> {
  return checkCustody(null);
}

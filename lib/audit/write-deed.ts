import { commit } from "@/lib/ledger";

/** Writes the row of the deed under way by itself: nothing else is written that it could stand beside. */
export function writeDeed(): Promise<void> {
  return commit({});
}

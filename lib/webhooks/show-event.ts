import { presentEvent } from "./present";
import { findEvent } from "./sql-store";

/** Returns the current state of an event that is known to belong to the partner. */
export async function showEvent(partnerId: string, eventId: string) {
  const row = await findEvent(partnerId, eventId);
  if (!row) throw new Error(`the event ${eventId} is gone`);
  return presentEvent(row);
}

import { presentEvent } from "./present";
import { findEvent } from "./store";

/** An event that is known to be the partner's, as it is now. */
export async function showEvent(partnerId: string, eventId: string) {
  const row = await findEvent(partnerId, eventId);
  if (!row) throw new Error(`the event ${eventId} is gone`);
  return presentEvent(row);
}

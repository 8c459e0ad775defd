import { newId } from "@/lib/kernel/ids";
import type { EventRow } from "@/lib/ledger";
import { EVENT_DATA, type EventData, type EventType } from "./events";

/** Outside production each event is held against its schema, as each answer is against its contract. */
const checking = process.env.NODE_ENV !== "production";

interface Emission<Type extends EventType> {
  partnerId: string;
  /** The related user, card transaction, withdrawal or deposit. */
  resourceId: string;
  type: Type;
  data: EventData[Type];
  at: Date;
  /** Sent to try the endpoint: it reaches it whatever the partner is subscribed to. */
  isTest?: boolean;
}

/** @throws when an event has not exactly the fields of its schema: what is not named would be sent too. */
function checkData(type: EventType, data: unknown): void {
  const parsed = EVENT_DATA[type].parse(data);
  if (JSON.stringify(parsed).length !== JSON.stringify(data).length)
    throw new Error(`${type} carries fields that its schema does not name`);
}

/**
 * The event as a row for the transaction that causes it. The body is made here once; what is signed and sent later
 * are these bytes. Source: spec: Events: `{event, timestamp, data}`.
 */
export function emit<Type extends EventType>({
  partnerId,
  resourceId,
  type,
  data,
  at,
  isTest = false,
}: Emission<Type>): EventRow {
  if (checking) checkData(type, data);
  return {
    id: newId("evt"),
    partnerId,
    type,
    resourceId,
    body: JSON.stringify({ event: type, timestamp: at.toISOString(), data }),
    createdAt: at,
    isTest,
  };
}

import { newId } from "@/lib/kernel/ids";
import type { EventRow } from "@/lib/ledger";
import { EVENT_DATA, type EventData, type EventType } from "./events";

/** Outside production each event is validated against its schema, as each response is against its contract. */
const checking = process.env.NODE_ENV !== "production";

interface Emission<Type extends EventType> {
  partnerId: string;
  /** The related user, card transaction, withdrawal or deposit. */
  resourceId: string;
  type: Type;
  data: EventData[Type];
  at: Date;
  /** A test event of the partner: it is sent whatever events the partner subscribes to. */
  isTest?: boolean;
}

/** @throws when an event has fields that its schema does not name: they would be sent to the partner. */
function checkData(type: EventType, data: unknown): void {
  const parsed = EVENT_DATA[type].parse(data);
  if (JSON.stringify(parsed).length !== JSON.stringify(data).length)
    throw new Error(`${type} carries fields that its schema does not name`);
}

/**
 * Builds the event's row for the transaction that causes the event. The body is serialized once, here; the same bytes
 * are signed and sent later. Source: spec: Events: `{event, timestamp, data}`.
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

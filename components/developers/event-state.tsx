import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import type { WebhookEvent } from "./queries";

const STATES: Record<WebhookEvent["status"], { state: State | undefined; word: string }> = {
  pending: { state: "waiting", word: "Pending" },
  delivered: { state: "settled", word: "Delivered" },
  failed: { state: "failed", word: "Failed" },
  not_sent: { state: undefined, word: "Not sent" },
};

/** The options of the status filter. */
export const STATUS_OPTIONS = Object.entries(STATES).map(([value, { word }]) => ({ value, word }));

/** The status of a delivery. */
export function EventState({ status }: Pick<WebhookEvent, "status">) {
  return <StateWord {...STATES[status]} />;
}

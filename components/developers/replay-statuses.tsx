import { CheckField } from "@/components/ui/field";
import { MAX_REPLAYED, REPLAY_STATUSES, type ReplayStatus } from "@/lib/webhooks/replay-limits";

export type { ReplayStatus };

export const isReplayStatus = (text: string): text is ReplayStatus =>
  REPLAY_STATUSES.some((status) => status === text);

const WORDS: Record<ReplayStatus, { word: string; text: string }> = {
  failed: { word: "Failed", text: "All attempts failed." },
  pending: { word: "Pending", text: "Retried now instead of at the next scheduled retry." },
  not_sent: {
    word: "Not sent",
    text: "Saved while no URL was set or the event type was not subscribed.",
  },
};

/** Formats a count: `35`, or `10,000+` for more than one replay sends. */
export const numberOf = (count: number) =>
  count > MAX_REPLAYED ? `${MAX_REPLAYED.toLocaleString("en-US")}+` : count.toLocaleString("en-US");

interface ReplayStatusesProps {
  /** Undefined until they are counted. */
  counts: Record<ReplayStatus, number> | undefined;
  chosen: readonly ReplayStatus[];
  onChoose: (chosen: ReplayStatus[]) => void;
}

/** Chooses the statuses to replay, each with its count: `Failed (3)`. */
export function ReplayStatuses({ counts, chosen, onChoose }: ReplayStatusesProps) {
  const choose = (status: ReplayStatus, isChosen: boolean) =>
    onChoose(
      REPLAY_STATUSES.filter((each) => (each === status ? isChosen : chosen.includes(each))),
    );
  return (
    <fieldset className="space-y-1">
      <legend className="text-small font-medium">Status</legend>
      {REPLAY_STATUSES.map((status) => (
        <CheckField
          key={status}
          label={`${WORDS[status].word} (${counts ? numberOf(counts[status]) : "…"})`}
          hint={<p className="pl-8 text-quiet">{WORDS[status].text}</p>}
          checked={chosen.includes(status)}
          onChange={({ target }) => choose(status, target.checked)}
        />
      ))}
    </fieldset>
  );
}

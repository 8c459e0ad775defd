import { Amount } from "@/components/ui/amount";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ListedPartner } from "./queries";

/** A number of items, with separators. */
export const count = (value: number | undefined) => value?.toLocaleString("en-US");

/** The health of a partner's webhook deliveries. */
export function Webhooks({ activity }: ListedPartner) {
  if (activity === undefined || activity.webhooks === "none")
    return <span className="text-quiet">No endpoint</span>;
  if (activity.webhooks === "ok") return <StateWord state="settled" word="OK" />;
  if (activity.webhooks === "paused") return <StateWord state="attention" word="Paused" />;
  return <StateWord state="failed" word="Failing" />;
}

/** The sum and the number of the withdrawals that wait for a decision. */
export function Pending({ activity }: ListedPartner) {
  if (!activity || activity.pendingWithdrawals.count === 0)
    return <span className="text-quiet">–</span>;
  const { amount, count: waiting } = activity.pendingWithdrawals;
  return (
    <span title={waiting === 1 ? "1 withdrawal" : `${count(waiting)} withdrawals`}>
      <Amount value={amount} /> <span className="text-quiet">({count(waiting)})</span>
    </span>
  );
}

/** When the partner last sent a request or its wallet last changed. */
export function LastActive({ activity }: ListedPartner) {
  if (activity?.lastActiveAt === undefined) return <span className="text-quiet">Never</span>;
  return <Time instant={activity.lastActiveAt} />;
}

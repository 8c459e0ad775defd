import { directionOf, kindOfCategory, titleOf } from "@/lib/cards/transaction-words";
import { WALLET_WORDS } from "@/lib/wallet/words";
import { walletPlace } from "./places";
import type { Activity } from "./queries";

type CardActivity = Extract<Activity, { kind: "card" }>;
type WalletActivity = Extract<Activity, { kind: "wallet" }>;

const STATUSES: Record<CardActivity["status"], string> = {
  authorized: "Authorized",
  declined: "Declined",
  reversed: "Reversed",
  settled: "Settled",
};

/** The line of an activity: its title, its details, the direction of its amount and its page. */
export interface ActivityLine {
  title: string;
  details: readonly string[];
  direction: "in" | "out" | undefined;
  href: string;
}

function ownerOf({ person, last4 }: Activity): string[] {
  const card = last4 && `Card •• ${last4}`;
  return [person, card].filter((each) => each !== undefined && each !== "") as string[];
}

function ofCard(activity: CardActivity): ActivityLine {
  const { id, text, merchantName = "", status, declinedReason } = activity;
  const state = declinedReason ? `Declined: ${declinedReason}` : STATUSES[status];
  return {
    title: titleOf(kindOfCategory(activity), merchantName, text),
    details: [...ownerOf(activity), state],
    direction: directionOf(activity),
    href: `/transactions/${id}`,
  };
}

/** The list has the times to the millisecond, and its end is exclusive. */
const after = (instant: string) => new Date(Date.parse(instant) + 1).toISOString();

function ofWallet(activity: WalletActivity): ActivityLine {
  const { id, category, count, hasMore, createdAt, since } = activity;
  const [one, many] = WALLET_WORDS[category];
  return {
    title: count === 1 ? one : `${count}${hasMore ? "+" : ""} ${many}`,
    details: [...ownerOf(activity), "Wallet"],
    direction: activity.type === "credit" ? "in" : "out",
    href:
      count === 1
        ? `/transactions/${id}?of=wallet`
        : walletPlace({ ...(!hasMore && { from: since }), to: after(createdAt) }, { category }),
  };
}

/** Returns how an activity is shown in the list. */
export const lineOf = (activity: Activity): ActivityLine =>
  activity.kind === "card" ? ofCard(activity) : ofWallet(activity);

"use client";

import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import { useDisputes, useHeld } from "./queries";

/** A link to the held deposits, if there are any. */
function HeldDeposits() {
  const held = useHeld().data?.pagination.total ?? 0;
  if (held === 0) return null;
  return (
    <p className="flex items-center gap-2 text-small">
      <StateMark state="attention" />
      <Link href="/admin/deposits" className="text-accent underline underline-offset-4">
        {held === 1 ? "1 held deposit needs" : `${held} held deposits need`} a decision
      </Link>
    </p>
  );
}

/** A link to the disputes that need attention, if there are any. */
function Disputes() {
  const disputes = useDisputes().data?.pagination.total ?? 0;
  if (disputes === 0) return null;
  return (
    <p className="flex items-center gap-2 text-small">
      <StateMark state="attention" />
      <Link
        href="/admin/disputes?status=attention"
        className="text-accent underline underline-offset-4"
      >
        {disputes === 1 ? "1 dispute needs" : `${disputes} disputes need`} attention
      </Link>
    </p>
  );
}

/** What else needs a decision: held deposits and disputes. */
export function QueueNotices() {
  return (
    <>
      <HeldDeposits />
      <Disputes />
    </>
  );
}

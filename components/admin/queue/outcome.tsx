"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { type State, StateMark } from "@/components/ui/state-mark";
import { dollars } from "@/components/ui/words";
import { STATE_WORDS } from "@/lib/withdrawals/state-words";
import type { QueuedWithdrawal } from "./queries";

/** The reader's decision a moment ago. */
export type Decided = "approve" | "reject";

/** Returns the state of a withdrawal after the reader's decision. */
function outcomeOf({ status }: QueuedWithdrawal, decided: Decided): [State, string] {
  if (decided === "reject") return ["settled", "The amount was refunded."];
  if (status === "pending") return ["waiting", "Waiting for one more administrator."];
  if (status === "approved") return ["waiting", "Sending…"];
  if (status === "completed") return ["settled", "Sent."];
  return ["attention", `${STATE_WORDS[status].word}.`];
}

interface OutcomeProps {
  withdrawal: QueuedWithdrawal;
  decided: Decided;
  /** Opens the next pending withdrawal; undefined when none is known. */
  onNext: (() => void) | undefined;
  /** The queue has been read, and no other withdrawal is pending. */
  isEmpty: boolean;
}

/**
 * The result of the reader's decision, updated while the withdrawal is sent. Takes the focus, because the button that
 * had it is gone.
 */
export function Outcome({ withdrawal, decided, onNext, isEmpty }: OutcomeProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => strip.current?.focus(), []);
  const { amount, partnerName } = withdrawal;
  const [state, text] = outcomeOf(withdrawal, decided);
  const verb = decided === "approve" ? "Approved" : "Rejected";
  return (
    <section
      ref={strip}
      tabIndex={-1}
      aria-label="Your decision"
      className="flex flex-wrap items-center justify-between gap-3 rounded-large border border-line bg-sunken p-4"
    >
      <p role="status" className="flex min-w-0 items-start gap-3">
        <span className="pt-0.5">
          <StateMark state={state} />
        </span>
        <span>
          <span className="font-medium">
            {verb} {dollars(amount)} for {partnerName}.
          </span>{" "}
          {text}
        </span>
      </p>
      {onNext ? (
        <Button size="compact" onClick={onNext}>
          Next (J)
        </Button>
      ) : (
        <Link href="/admin" className="text-small text-accent underline underline-offset-4">
          {isEmpty && "Queue is empty. "}Back to queue
        </Link>
      )}
    </section>
  );
}

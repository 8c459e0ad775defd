"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useReader } from "@/components/ui/reader";
import { useClockAdvanceS } from "@/lib/api/client/sandbox-clock";
import { durationText } from "./duration-text";

// Loaded on first use.
const AdvanceClock = dynamic(() =>
  import("./advance-clock").then(({ AdvanceClock }) => AdvanceClock),
);

const ROLES = ["owner", "developer"];

/** Says how far the sandbox clock is ahead; owners and developers can advance it. */
export function ClockControl() {
  const [isOpen, setOpen] = useState(false);
  const { role, isSandbox } = useReader();
  const advanceS = useClockAdvanceS(isSandbox);
  return (
    <>
      {advanceS > 0 && <span> Clock {durationText(advanceS)} ahead.</span>}
      {ROLES.includes(role) && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="ml-2 inline-flex min-h-6 items-center font-medium underline underline-offset-4"
        >
          Advance clock
        </button>
      )}
      {isOpen && (
        // The line around it is centered.
        <div className="text-left">
          <AdvanceClock advanceS={advanceS} onClose={() => setOpen(false)} />
        </div>
      )}
    </>
  );
}

"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { StateMark } from "@/components/ui/state-mark";
import type { WalletOverview } from "./queries";

const LowBalanceDialog = dynamic(() =>
  import("./low-balance-dialog").then(({ LowBalanceDialog }) => LowBalanceDialog),
);

interface LowBalanceProps {
  wallet: WalletOverview["wallet"];
  mayChange: boolean;
}

/** The balance below which there is a notice, and the notice. */
export function LowBalance({ wallet, mayChange }: LowBalanceProps) {
  const { lowBalanceThreshold: threshold, availableBalance } = wallet;
  const [isOpen, setOpen] = useState(false);
  const isLow = threshold !== undefined && availableBalance < threshold;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small text-quiet">
      {isLow && <StateMark state="attention" size={16} />}
      {threshold === undefined ? (
        "No low balance notice"
      ) : (
        <span className={isLow ? "text-text" : undefined}>
          {isLow ? "Below your threshold of " : "Low balance notice below "}
          <Amount value={threshold} />
        </span>
      )}
      {mayChange && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="min-h-9 text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {threshold === undefined ? "Set" : "Change"}
          <span className="sr-only"> the low balance notice</span>
        </button>
      )}
      {isOpen && <LowBalanceDialog threshold={threshold} onClose={() => setOpen(false)} />}
    </p>
  );
}

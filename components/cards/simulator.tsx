"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Card } from "./queries";

// Loaded on first use.
const SimulatorForms = dynamic(
  () => import("./simulator-forms").then(({ SimulatorForms }) => SimulatorForms),
  { ssr: false, loading: () => <Skeleton className="h-64" /> },
);

/** Simulates the card network and the chain for a card; staging only. */
export function Simulator({ card }: { card: Card }) {
  const [wasOpened, setOpened] = useState(false);
  const takesDeposits = card.fundingType === "crypto" && card.status !== "terminated";
  return (
    <details className="rounded-large border border-line" onToggle={() => setOpened(true)}>
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        {takesDeposits ? "Simulate purchase or deposit" : "Simulate purchase"}
      </summary>
      <div className="space-y-4 border-t border-line p-4">
        {wasOpened && <SimulatorForms card={card} takesDeposits={takesDeposits} />}
      </div>
    </details>
  );
}

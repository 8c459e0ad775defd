"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Card } from "./queries";

// Loaded on first use.
const SimulatorForms = dynamic(
  () => import("./simulator-forms").then(({ SimulatorForms }) => SimulatorForms),
  { ssr: false, loading: () => <Skeleton className="h-64" /> },
);
const SimulatedMessage = dynamic(
  () => import("./simulated-message").then(({ SimulatedMessage }) => SimulatedMessage),
  { ssr: false, loading: () => <Skeleton className="h-64" /> },
);

/** A part of the simulator, rendered when it is first opened. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="rounded-large border border-line" onToggle={() => setOpened(true)}>
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        {title}
      </summary>
      <div className="space-y-4 border-t border-line p-4">{wasOpened && children}</div>
    </details>
  );
}

/** Simulates the card network and the chain for a card; staging only. */
export function Simulator({ card }: { card: Card }) {
  const takesDeposits = card.fundingType === "crypto" && card.status !== "terminated";
  return (
    <div className="space-y-2">
      <Panel title={takesDeposits ? "Simulate purchase or deposit" : "Simulate purchase"}>
        <SimulatorForms card={card} takesDeposits={takesDeposits} />
      </Panel>
      <Panel title="Simulate network message">
        <SimulatedMessage card={card} />
      </Panel>
    </div>
  );
}

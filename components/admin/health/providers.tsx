import { type Column, DataTable } from "@/components/ui/data-table";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ServiceHealth } from "./queries";

type Provider = ServiceHealth["providers"][number];

const SECOND_MS = 1_000;

const at = (instant: string | null) => (instant === null ? "–" : <Time instant={instant} />);

function lag({ callbackLagMs }: Provider): string {
  if (callbackLagMs === null) return "–";
  return callbackLagMs < SECOND_MS
    ? `${callbackLagMs} ms`
    : `${Math.round(callbackLagMs / SECOND_MS).toLocaleString("en-US")} s`;
}

function Standing({ failingSince }: Provider) {
  return failingSince === null ? (
    <StateWord state="settled" word="OK" />
  ) : (
    <StateWord state="failed" word="Failing" />
  );
}

const COLUMNS: readonly Column<Provider>[] = [
  { name: "Provider", cell: ({ provider }) => <span className="font-mono">{provider}</span> },
  { name: "Status", cell: (row) => <Standing {...row} /> },
  {
    name: "Last error",
    isFolded: true,
    cell: ({ failure }) => <span className="break-words">{failure ?? "–"}</span>,
  },
  { name: "Error at", isNumber: true, isFolded: true, cell: ({ failedAt }) => at(failedAt) },
  {
    name: "Callbacks",
    isNumber: true,
    isFolded: true,
    cell: ({ callbacks }) => callbacks.toLocaleString("en-US"),
  },
  { name: "Last callback", isNumber: true, isFolded: true, cell: (row) => at(row.callbackAt) },
  { name: "Callback lag", isNumber: true, isFolded: true, cell: lag },
  { name: "Last success", isNumber: true, cell: ({ succeededAt }) => at(succeededAt) },
];

/** The outside providers: identity verification and card issuing. */
export function Providers({ providers }: Pick<ServiceHealth, "providers">) {
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Providers</h2>
      <DataTable
        label="Providers"
        columns={COLUMNS}
        rows={providers}
        keyOf={({ provider }) => provider}
        hrefOf={() => undefined}
        note={({ failure }) => <span className="break-words">{failure ?? "No errors"}</span>}
      />
    </section>
  );
}

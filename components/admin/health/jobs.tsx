import { type Column, DataTable } from "@/components/ui/data-table";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { resultText } from "./job-result";
import type { ServiceHealth } from "./queries";

type Job = ServiceHealth["jobs"][number];

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

function every(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < MINUTE_S) return `${seconds} s`;
  return seconds < HOUR_S ? `${seconds / MINUTE_S} min` : `${seconds / HOUR_S} h`;
}

function Standing({ failure, startedAt }: Job) {
  if (failure !== null) return <StateWord state="failed" word="Failing" />;
  if (startedAt === null) return <StateWord state="waiting" word="Pending" />;
  return <StateWord state="settled" word="OK" />;
}

const COLUMNS: readonly Column<Job>[] = [
  { name: "Job", cell: ({ name }) => <span className="font-mono">{name}</span> },
  { name: "Status", cell: (row) => <Standing {...row} /> },
  {
    name: "Result",
    isFolded: true,
    cell: (row) => <span className="break-words">{resultText(row)}</span>,
  },
  { name: "Interval", isNumber: true, isFolded: true, cell: ({ everyMs }) => every(everyMs) },
  {
    name: "Duration",
    isNumber: true,
    isFolded: true,
    cell: ({ durationMs }) => (durationMs === null ? "–" : `${durationMs} ms`),
  },
  {
    name: "Last run",
    isNumber: true,
    cell: ({ startedAt }) => (startedAt ? <Time instant={startedAt} /> : "–"),
  },
];

/** The background jobs with their last runs. */
export function Jobs({ jobs }: Pick<ServiceHealth, "jobs">) {
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Background jobs</h2>
      <DataTable
        label="Background jobs"
        columns={COLUMNS}
        rows={jobs}
        keyOf={({ name }) => name}
        hrefOf={() => undefined}
        note={(row) => <span className="break-words">{resultText(row)}</span>}
      />
    </section>
  );
}

import { type Column, DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { StateWord } from "@/components/ui/state-word";
import type { ServiceHealth } from "./queries";
import { since } from "./since";

type Deliveries = ServiceHealth["deliveries"];
type Endpoint = Deliveries["endpoints"][number];

const COLUMNS: readonly Column<Endpoint>[] = [
  { name: "Partner", cell: ({ partnerName }) => partnerName },
  { name: "Endpoint", isFolded: true, cell: ({ url }) => <span className="break-all">{url}</span> },
  {
    name: "Status",
    cell: ({ pausedAt }) => (
      <StateWord state={pausedAt ? "failed" : "attention"} word={pausedAt ? "Paused" : "Failing"} />
    ),
  },
  {
    name: "Since",
    isNumber: true,
    cell: ({ pausedAt, failingSince }) => since(pausedAt ?? failingSince),
  },
];

/** The number and age of pending events, and the endpoints that refuse them. */
export function Deliveries({ deliveries }: { deliveries: Deliveries }) {
  const { endpoints, failingEndpoints, pausedEndpoints } = deliveries;
  const hidden = failingEndpoints + pausedEndpoints - endpoints.length;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Deliveries</h2>
      <Facts
        facts={[
          ["Due now", deliveries.due.toLocaleString("en-US")],
          ["Oldest due at a working endpoint", since(deliveries.oldestDueAt)],
          ["Pending, up to 10,000 of each partner", deliveries.pending.toLocaleString("en-US")],
          [
            "Attempts, last minute",
            `${deliveries.succeededLastMinute.toLocaleString("en-US")} succeeded, ${deliveries.failedLastMinute.toLocaleString("en-US")} failed`,
          ],
        ]}
      />
      {endpoints.length > 0 && (
        <DataTable
          label="Failing endpoints"
          columns={COLUMNS}
          rows={endpoints}
          keyOf={({ partnerId }) => partnerId}
          hrefOf={(partnerId) => `/admin/partners/${partnerId}`}
          note={({ url }) => <span className="break-all">{url}</span>}
        />
      )}
      {hidden > 0 && <p className="text-small text-quiet">And {hidden} more.</p>}
    </section>
  );
}

import { type Column, DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { Time } from "@/components/ui/time";
import type { ServiceHealth } from "./queries";
import { since } from "./since";

type Issuer = NonNullable<ServiceHealth["cardIssuer"]>;
type Comparison = NonNullable<Issuer["comparison"]>;
type Difference = Comparison["examples"][number];
type Blocked = Comparison["blocked"][number];
type Posting = NonNullable<Issuer["postings"]>["examples"][number];

const MISSING = "–";
const id = (text: string | undefined) => (
  <span className="break-all font-mono">{text ?? MISSING}</span>
);

const DIFFERENCES: readonly Column<Difference>[] = [
  { name: "Card", cell: ({ serviceCardId }) => id(serviceCardId) },
  { name: "At the issuer", cell: ({ issuerCardId }) => id(issuerCardId), isFolded: true },
  { name: "Status here", cell: ({ statusHere }) => statusHere ?? "missing" },
  { name: "Status there", cell: ({ statusThere }) => statusThere ?? "missing" },
];

const BLOCKED: readonly Column<Blocked>[] = [
  { name: "User", cell: ({ serviceId }) => id(serviceId) },
  { name: "Cardholder", cell: ({ cardholderId }) => id(cardholderId), isFolded: true },
  { name: "The issuer's reason", cell: ({ obstacle }) => obstacle },
];

const POSTINGS: readonly Column<Posting>[] = [{ name: "Difference", cell: ({ text }) => text }];

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  /** Only the first rows are stored. */
  total: number;
  columns: readonly Column<Row>[];
  /** The issuer's id, which a phone shows below the first column. */
  issuerIdOf: (row: Row) => string;
}

function List<Row>({ title, rows, total, columns, issuerIdOf }: ListProps<Row>) {
  if (total === 0) return null;
  return (
    <div className="space-y-1 pt-2">
      <h3 className="font-medium text-small">{title}</h3>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        keyOf={issuerIdOf}
        hrefOf={() => undefined}
        note={(row) => <span className="break-all">{issuerIdOf(row)}</span>}
      />
      {rows.length < total && (
        <p className="text-quiet text-small">
          The first {rows.length} of {total.toLocaleString("en-US")}.
        </p>
      )}
    </div>
  );
}

/** The card issuer: states on their way to it, and the last comparison of all cards. */
export function CardIssuer({ cardIssuer }: { cardIssuer: Issuer }) {
  const { name, pendingUpdates, oldestPendingAt, refusedUpdates, comparison } = cardIssuer;
  const { events, postings } = cardIssuer;
  const count = (number: number | undefined) => number?.toLocaleString("en-US") ?? MISSING;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Card issuer</h2>
      <div className="lg:max-w-md">
        <Facts
          facts={[
            [
              "Issuer",
              <span key="name" className="font-mono">
                {name}
              </span>,
            ],
            ["States to deliver", count(pendingUpdates)],
            ["Oldest since", since(oldestPendingAt)],
            ["States refused", count(refusedUpdates)],
            ["Cards compared", comparison ? <Time key="at" instant={comparison.ranAt} /> : "never"],
            ["Cards that differ", count(comparison?.differences)],
            ["Cardholders declined", count(comparison?.blockedCardholders)],
            ["Events to apply", count(events.pending)],
            ["Oldest event since", since(events.oldestPendingAt)],
            [
              "Missed events fetched",
              events.listedAt ? <Time key="listed" instant={events.listedAt} /> : "never",
            ],
            [
              "Postings compared",
              postings ? <Time key="posted" instant={postings.ranAt} /> : "never",
            ],
            ["Postings that differ", count(postings?.differences)],
          ]}
        />
      </div>
      {postings && (
        <List
          title="Postings that differ"
          rows={postings.examples}
          total={postings.differences}
          columns={POSTINGS}
          issuerIdOf={({ id: postingId }) => postingId}
        />
      )}
      {comparison && (
        <>
          <List
            title="Cards that differ"
            rows={comparison.examples}
            total={comparison.differences}
            columns={DIFFERENCES}
            issuerIdOf={({ issuerCardId }) => issuerCardId}
          />
          <List
            title="Cardholders whose cards are declined"
            rows={comparison.blocked}
            total={comparison.blockedCardholders}
            columns={BLOCKED}
            issuerIdOf={({ cardholderId }) => cardholderId}
          />
        </>
      )}
    </section>
  );
}

import { Notice } from "@/components/ui/notice";
import { StateWord } from "@/components/ui/state-word";
import type { BookChecks } from "./queries";
import { RowsTable } from "./rows-table";

type Invariant = NonNullable<BookChecks["invariants"]>["invariants"][number];

function Broken({ name, meaning, rows }: Invariant) {
  return (
    <Notice state="failed" title={name.replaceAll("-", " ")}>
      <p>{meaning}</p>
      <p className="text-small">
        Do not approve withdrawals until this is resolved. The rows below show where. See
        docs/books.md for the procedure.
      </p>
      <RowsTable label={`Rows found by ${name}`} rows={rows} />
    </Notice>
  );
}

/** The invariants of the books; broken ones first, with their rows. */
export function Invariants({ invariants }: { invariants: readonly Invariant[] }) {
  const broken = invariants.filter(({ rows }) => rows.length > 0);
  const sound = invariants.filter(({ rows }) => rows.length === 0);
  return (
    <div className="space-y-4">
      {broken.map((each) => (
        <Broken key={each.name} {...each} />
      ))}
      <details className="text-small">
        <summary className="min-h-9 cursor-pointer text-quiet">
          {sound.length} of {invariants.length} hold
        </summary>
        <ul className="grid gap-x-6 gap-y-1 pt-2 sm:grid-cols-2 lg:grid-cols-3">
          {sound.map(({ name }) => (
            <li key={name}>
              <StateWord state="settled" word={name.replaceAll("-", " ")} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

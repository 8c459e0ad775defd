import { EmptyState } from "@/components/ui/empty-state";
import { NoMatch } from "@/components/ui/no-match";

interface NoEntriesProps {
  isFiltered: boolean;
  /** The cursor of the next page, which continues the search. */
  next: string | undefined;
}

/** What the audit log shows without entries. Seldom: the first sign-in of an operator is one. */
export function NoEntries({ isFiltered, next }: NoEntriesProps) {
  if (next !== undefined)
    return (
      <EmptyState title="No entry matches so far">
        Thousands of entries were searched. The next page searches older ones.
      </EmptyState>
    );
  return isFiltered ? (
    <NoMatch what="entry" clearedHref="/admin/audit" />
  ) : (
    <EmptyState title="No entries yet">
      Each change by an operator or a partner’s team member is recorded here in the same
      transaction.
    </EmptyState>
  );
}

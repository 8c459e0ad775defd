import { EmptyState } from "@/components/ui/empty-state";
import { NoMatch } from "@/components/ui/no-match";

interface NoEntriesProps {
  isFiltered: boolean;
  /** The page without filters. */
  clearedHref: string;
}

/** What the audit log shows without entries. Seldom: the first sign-in of an operator is one. */
export function NoEntries({ isFiltered, clearedHref }: NoEntriesProps) {
  return isFiltered ? (
    <NoMatch what="entry" clearedHref={clearedHref} />
  ) : (
    <EmptyState title="No entries yet">
      Each change by an operator or a partner’s team member is recorded here in the same
      transaction.
    </EmptyState>
  );
}

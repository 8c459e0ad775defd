import type { ReactNode } from "react";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoices, FilterDates, FilterText } from "@/components/ui/late-filters";
import { actionWords } from "@/lib/audit/action-words";
import { AUDIT_FILTERS } from "./queries";

interface AuditFiltersProps {
  actions: readonly string[];
  /** The filter by organization. */
  partnerFilter: ReactNode;
}

/** The filters of the audit log. */
export function AuditFilters({ actions, partnerFilter }: AuditFiltersProps) {
  const options = actions
    .map((action) => ({ value: action, word: actionWords(action) }))
    .sort((first, second) => first.word.localeCompare(second.word));
  return (
    <FilterBar names={AUDIT_FILTERS}>
      <FilterChoices name="action" label="Action" options={options} />
      <FilterText name="person" label="Actor" hint="Email or person ID" />
      {partnerFilter}
      <FilterText name="target" label="Target" hint="ID of the changed object" />
      <FilterDates end="until" />
    </FilterBar>
  );
}

import type { ReactNode } from "react";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterText } from "@/components/ui/filter-text";
import { FilterChoices, FilterDates } from "@/components/ui/late-filters";
import { JOURNAL_NAMES } from "@/lib/accounting/statement/journal-names";

const NAMES = ["type", "partnerId", "account", "sourceId", "from", "until"];
const TYPES = Object.entries(JOURNAL_NAMES).map(([value, word]) => ({ value, word }));

/** The filters of the list of journals. */
export function JournalFilters({ partnerFilter }: { partnerFilter: ReactNode }) {
  return (
    <FilterBar names={NAMES}>
      <FilterChoices name="type" label="Type" options={TYPES} />
      {partnerFilter}
      <FilterText name="account" label="Account" hint="Such as wallet:ptn_…, card:card_… or fees" />
      <FilterText name="sourceId" label="Source" hint="Transaction, withdrawal or deposit ID" />
      <FilterDates end="until" />
    </FilterBar>
  );
}

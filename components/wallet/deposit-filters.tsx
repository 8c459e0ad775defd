"use client";

import { FilterAmount } from "@/components/ui/filter-amount";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoices } from "@/components/ui/filter-choices";
import { FilterDates } from "@/components/ui/filter-dates";
import { SearchField } from "@/components/ui/search-field";
import { DEPOSIT_FILTERS } from "./queries";

const STATUS_OPTIONS = [
  { value: "confirming", word: "Confirming" },
  { value: "held", word: "Held" },
  { value: "credited", word: "Credited" },
];

/** The filters of the list of deposits. */
export function DepositFilters() {
  return (
    <FilterBar names={DEPOSIT_FILTERS}>
      <SearchField label="Hash, address or ID" />
      <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterDates />
      <FilterAmount />
    </FilterBar>
  );
}

"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterAmount, FilterChoices, FilterDates } from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { SearchField } from "@/components/ui/search-field";
import type { ColumnShape } from "@/components/ui/table-column";
import { DEPOSIT_FILTERS } from "./queries";

const STATUS_OPTIONS = [
  { value: "confirming", word: "Confirming" },
  { value: "held", word: "Held" },
  { value: "credited", word: "Credited" },
];

interface DepositFiltersProps {
  /** The name of the reader's choice of columns. */
  list: string;
  columns: readonly ColumnShape[];
}

/** The filters of the list of deposits, and the choice of its columns. */
export function DepositFilters({ list, columns }: DepositFiltersProps) {
  return (
    <FilterBar names={DEPOSIT_FILTERS}>
      <SearchField label="Hash, address or ID" />
      <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterDates />
      <FilterAmount />
      <ColumnChoice list={list} columns={columns} />
    </FilterBar>
  );
}

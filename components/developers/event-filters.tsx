"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoices, FilterDates } from "@/components/ui/late-filters";
import { ColumnChoice } from "@/components/ui/late-menus";
import { SearchField } from "@/components/ui/search-field";
import type { ColumnShape } from "@/components/ui/table-column";
import { STATUS_OPTIONS } from "./event-state";
import { EVENT_OPTIONS } from "./event-types";
import { EVENT_FILTERS } from "./queries";

interface EventFiltersProps {
  /** The name of the list, for the choice of columns. */
  list: string;
  columns: readonly ColumnShape[];
}

/** The filters of the list of events, and the choice of its columns. */
export function EventFilters(props: EventFiltersProps) {
  return (
    <FilterBar names={EVENT_FILTERS}>
      <SearchField name="resourceId" label="Object ID" />
      <FilterChoices name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterChoices name="event" label="Event" options={EVENT_OPTIONS} />
      <FilterDates />
      <ColumnChoice {...props} />
    </FilterBar>
  );
}

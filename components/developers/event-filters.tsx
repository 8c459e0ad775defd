"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChoice } from "@/components/ui/filter-choice";
import { FilterDates } from "@/components/ui/filter-dates";
import { SearchField } from "@/components/ui/search-field";
import { STATUS_OPTIONS } from "./event-state";
import { EVENT_OPTIONS } from "./event-types";
import { EVENT_FILTERS } from "./queries";

/** The filters of the list of events. */
export function EventFilters() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField name="resourceId" label="Object ID" />
      <FilterBar names={EVENT_FILTERS}>
        <FilterChoice name="status" label="Status" options={STATUS_OPTIONS} />
        <FilterChoice name="event" label="Event" options={EVENT_OPTIONS} />
        <FilterDates />
      </FilterBar>
    </div>
  );
}

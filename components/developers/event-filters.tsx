"use client";

import { FilterChips } from "@/components/ui/filter-chips";
import { InstantFilter } from "@/components/ui/instant-filter";
import { SearchField } from "@/components/ui/search-field";
import { SelectFilter } from "@/components/ui/select-filter";
import { STATUS_OPTIONS } from "./event-state";
import { EVENT_OPTIONS } from "./event-types";

/** What the list of events is held to. */
export function EventFilters() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="w-full">
        <FilterChips name="status" label="State" options={STATUS_OPTIONS} />
      </div>
      <SearchField name="resourceId" label="Id that it is about" />
      <SelectFilter name="event" label="Event" all="All events" options={EVENT_OPTIONS} />
      <InstantFilter name="from" label="From" />
      <InstantFilter name="to" label="To" />
    </div>
  );
}

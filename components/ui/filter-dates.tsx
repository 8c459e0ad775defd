"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { FilterMenu } from "./filter-menu";
import { Late, latePart } from "./late-part";
import { dayAt, periodWord, startOf } from "./period";
import { useNow } from "./use-now";

const days = latePart(() => import("./filter-days").then(({ FilterDays }) => FilterDays));

interface FilterDatesProps {
  label?: string;
  /** The parameter of the end of the period, which the period does not include. */
  end?: "to" | "until";
}

/**
 * Filters a list by days of the reader's time zone. The address contains instants (`from` and `end`), so that a shared link
 * means the same in every zone.
 */
export function FilterDates({ label = "Date", end = "to" }: FilterDatesProps) {
  const { params, withParams } = useAddress();
  useEffect(() => void days.preload(), []);
  // The server does not know the reader's zone, so the days of the instants are shown after hydration.
  const isReaderKnown = useNow() !== undefined;
  const first = dayAt(params.get("from"));
  const last = dayAt(params.get(end), 1);
  const isSet = params.has("from") || params.has(end);
  const choose = (from: string | undefined, to: string | undefined) =>
    goTo(withParams({ from, [end]: to, ...FIRST_PAGE }));
  const word = (isReaderKnown ? periodWord(first, last) : undefined) ?? "custom dates";
  return (
    <FilterMenu
      label={label}
      chosen={isSet ? word : undefined}
      onClear={() => choose(undefined, undefined)}
    >
      {(close) => (
        <Late
          of={days}
          props={{
            first,
            last,
            onChoose: (from, to) => {
              choose(
                from === "" ? undefined : startOf(from).toISOString(),
                to === "" ? undefined : startOf(to, 1).toISOString(),
              );
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}

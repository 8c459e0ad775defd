"use client";

import { useEffect } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { classNames } from "@/components/ui/class-names";
import { FilterMenu } from "@/components/ui/filter-menu";
import { Late, latePart } from "@/components/ui/late-part";
import { periodWord } from "@/components/ui/period";
import { firstOf, PRESETS, periodOf, presetChange } from "./period";

const days = latePart(() =>
  import("@/components/ui/filter-days").then(({ FilterDays }) => FilterDays),
);

/** Chooses the period of the overview: 7, 30 or 90 days, or other dates. The address contains the choice. */
export function PeriodChoice() {
  const { params, withParams } = useAddress();
  useEffect(() => void days.preload(), []);
  const period = periodOf(params);
  const isCustom = period.until !== undefined;
  const first = firstOf(period);
  const preset = (count: number) => withParams(presetChange(count), "/");
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Period</legend>
      {PRESETS.map((count) => {
        const isChosen = !isCustom && period.days === count;
        return (
          <button
            key={count}
            type="button"
            aria-pressed={isChosen}
            onClick={() => goTo(preset(count))}
            className={classNames(
              "min-h-8 rounded-full border px-3 text-small pointer-coarse:min-h-11",
              isChosen
                ? "border-accent bg-accent-faint font-medium text-accent"
                : "border-line text-quiet hover:border-line-strong hover:text-text",
            )}
          >
            {count} days
          </button>
        );
      })}
      <FilterMenu
        label="Custom"
        chosen={isCustom ? periodWord(first, period.until) : undefined}
        onClear={() => goTo(preset(30))}
      >
        {(close) => (
          <Late
            of={days}
            props={{
              first,
              last: period.until,
              onChoose: (from, to) => {
                if (from !== "" && to !== "") goTo(withParams({ days: undefined, from, to }, "/"));
                close();
              },
            }}
          />
        )}
      </FilterMenu>
    </fieldset>
  );
}

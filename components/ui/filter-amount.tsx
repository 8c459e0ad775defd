"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { FilterMenu } from "./filter-menu";
import { Late, latePart } from "./late-part";

const bounds = latePart(() => import("./filter-bounds").then(({ FilterBounds }) => FilterBounds));

function boundsWord(min: string, max: string): string | undefined {
  if (min !== "" && max !== "") return `${min} to ${max} USD`;
  if (min !== "") return `${min} USD or more`;
  return max === "" ? undefined : `${max} USD or less`;
}

/** Filters a list by a range of amounts, stored in the address. */
export function FilterAmount() {
  const { params, withParams } = useAddress();
  useEffect(() => void bounds.preload(), []);
  const [min, max] = [params.get("amountMin") ?? "", params.get("amountMax") ?? ""];
  const choose = (amountMin: string, amountMax: string) =>
    goTo(withParams({ amountMin, amountMax, ...FIRST_PAGE }));
  return (
    <FilterMenu label="Amount" chosen={boundsWord(min, max)} onClear={() => choose("", "")}>
      {(close) => (
        <Late
          of={bounds}
          props={{
            min,
            max,
            onChoose: (...chosen) => {
              choose(...chosen);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}

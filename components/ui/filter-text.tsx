"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { FilterMenu } from "./filter-menu";
import { Late, latePart } from "./late-part";
import { shorten } from "./shorten";

const form = latePart(() =>
  import("./filter-text-form").then(({ FilterTextForm }) => FilterTextForm),
);

interface FilterTextProps {
  /** The parameter in the address. */
  name: string;
  label: string;
  /** What the text is: "Email or person ID". */
  hint: string;
}

/** Filters a list by a whole text, such as an id; the text is stored in the address. */
export function FilterText({ name, label, hint }: FilterTextProps) {
  const { params, withParams } = useAddress();
  useEffect(() => void form.preload(), []);
  const value = params.get(name) ?? "";
  const choose = (next: string) => goTo(withParams({ [name]: next, ...FIRST_PAGE }));
  return (
    <FilterMenu
      label={label}
      chosen={value === "" ? undefined : shorten(value)}
      onClear={() => choose("")}
    >
      {(close) => (
        <Late
          of={form}
          props={{
            label,
            hint,
            value,
            onChoose: (next: string) => {
              choose(next);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}

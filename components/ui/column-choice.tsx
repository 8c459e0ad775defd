"use client";

import { FilterMenu } from "./filter-menu";
import type { ColumnShape } from "./table-column";
import { useHiddenColumns } from "./use-columns";

/** Chooses the columns of a list; this browser remembers them. The first column always stays. */
export function ColumnChoice({ list, columns }: { list: string; columns: readonly ColumnShape[] }) {
  const { hidden, isUsual, hide } = useHiddenColumns(list, columns);
  const toggle = (name: string) =>
    hide(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]);
  return (
    <div className="max-sm:hidden">
      <FilterMenu
        label="Columns"
        chosen={isUsual ? undefined : "custom"}
        onClear={() => hide(null)}
      >
        {() =>
          columns.slice(1).map(({ name }) => (
            <label
              key={name}
              className="flex min-h-9 items-center gap-2 rounded-small px-2 hover:bg-sunken pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={!hidden.includes(name)}
                onChange={() => toggle(name)}
              />
              {name}
            </label>
          ))
        }
      </FilterMenu>
    </div>
  );
}

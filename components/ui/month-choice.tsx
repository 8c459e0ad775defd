"use client";

import { goTo, useAddress } from "./address";
import { Button } from "./button";
import { TextField } from "./field";
import { Icon } from "./icon";
import { monthBeside } from "./month";

interface MonthChoiceProps {
  month: string;
  /** The month is the current one, so there is no next one. */
  isLast: boolean;
}

/** Chooses the month of a statement. The address has the choice. */
export function MonthChoice({ month, isLast }: MonthChoiceProps) {
  const { withParams } = useAddress();
  const show = (to: string) => goTo(withParams({ month: to }));
  return (
    <div className="flex items-end gap-2 [&>button]:mb-1.5">
      <Button look="plain" size="compact" onClick={() => show(monthBeside(month, -1))}>
        <span className="max-sm:sr-only">Previous</span>
        <span className="sm:hidden">
          <Icon name="back" size={16} />
        </span>
      </Button>
      <TextField
        label="Month"
        type="month"
        min="2020-01"
        value={month}
        onChange={({ target }) => target.value && show(target.value)}
      />
      <Button
        look="plain"
        size="compact"
        disabled={isLast}
        onClick={() => show(monthBeside(month, 1))}
      >
        <span className="max-sm:sr-only">Next</span>
        <span className="sm:hidden">
          <Icon name="forward" size={16} />
        </span>
      </Button>
    </div>
  );
}

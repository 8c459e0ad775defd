"use client";

import { useState } from "react";
import { goTo, useAddress } from "./address";
import { Button } from "./button";
import { TextField } from "./field";
import { Icon } from "./icon";
import { isMonth, monthBeside } from "./month";

interface MonthChoiceProps {
  month: string;
  /** The month is the current one, so there is no next one. */
  isLast: boolean;
}

/** Chooses the month of a statement. The address has the choice. */
export function MonthChoice({ month, isLast }: MonthChoiceProps) {
  const { withParams } = useAddress();
  const show = (to: string) => goTo(withParams({ month: to }));
  // Browsers without a month picker have a text field here, in which a month is not complete until its last letter.
  const [typed, setTyped] = useState(month);
  const [isWrong, setWrong] = useState(false);
  const [seen, setSeen] = useState(month);
  const put = (text: string) => {
    setTyped(text);
    setWrong(false);
  };
  if (seen !== month) {
    setSeen(month);
    put(month);
  }
  const type = (text: string) => {
    put(text);
    if (isMonth(text)) show(text);
  };
  const leave = () => {
    if (typed === "") put(month);
    else setWrong(!isMonth(typed));
  };
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
        placeholder="2026-11"
        value={typed}
        error={isWrong ? "Enter a month, such as 2026-11." : undefined}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
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

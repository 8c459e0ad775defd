"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "./button";
import { DAY_WANTED, isDay } from "./day-text";
import { TextField } from "./field";
import { Form } from "./form";
import { dayOf, startOf } from "./period";

/** The number of days of each preset, today included. */
const PRESETS = [
  ["Today", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

interface FilterDaysProps {
  first: string | undefined;
  last: string | undefined;
  onChoose: (first: string, last: string) => void;
}

/** The form in the panel of the date filter: presets, and a first and a last day. */
export function FilterDays({ first, last, onChoose }: FilterDaysProps) {
  const [days, setDays] = useState({ first: first ?? "", last: last ?? "" });
  const [wasSent, setSent] = useState(false);
  const today = dayOf(new Date());
  const isRight = (day: string) => day === "" || isDay(day);
  const errorOf = (day: string) => (wasSent && !isRight(day) ? DAY_WANTED : undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (isRight(days.first) && isRight(days.last)) onChoose(days.first, days.last);
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <div className="flex flex-wrap gap-1.5">
        {PRESETS.map(([word, count]) => (
          <Button
            key={word}
            look="plain"
            size="compact"
            onClick={() => onChoose(dayOf(startOf(today, 1 - count)), today)}
          >
            {word}
          </Button>
        ))}
      </div>
      <TextField
        label="Start date"
        type="date"
        value={days.first}
        error={errorOf(days.first)}
        onChange={({ target }) => setDays({ ...days, first: target.value })}
      />
      <TextField
        label="End date"
        type="date"
        min={days.first}
        value={days.last}
        error={errorOf(days.last)}
        onChange={({ target }) => setDays({ ...days, last: target.value })}
      />
      <Button type="submit" size="compact" className="w-full">
        Apply
      </Button>
    </Form>
  );
}

"use client";

import { type SubmitEvent, useState } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { Button } from "./button";
import { TextField } from "./field";
import { FilterMenu } from "./filter-menu";
import { Form } from "./form";
import { dayAt, dayOf, periodWord, startOf } from "./period";
import { useNow } from "./use-now";

/** Days that are asked for often: how many, to today. */
const PRESETS = [
  ["Today", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

interface DaysProps {
  first: string | undefined;
  last: string | undefined;
  onChoose: (first: string, last: string) => void;
}

function Days({ first, last, onChoose }: DaysProps) {
  const [days, setDays] = useState({ first: first ?? "", last: last ?? "" });
  const today = dayOf(new Date());
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChoose(days.first, days.last);
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
        label="First day"
        type="date"
        value={days.first}
        onChange={({ target }) => setDays({ ...days, first: target.value })}
      />
      <TextField
        label="Last day"
        type="date"
        min={days.first}
        value={days.last}
        onChange={({ target }) => setDays({ ...days, last: target.value })}
      />
      <Button type="submit" size="compact" className="w-full">
        Show these days
      </Button>
    </Form>
  );
}

/**
 * Holds a list to the days from one to another, of the reader's zone. The address has the instants (`from`, `to`), so
 * that it means the same to whoever opens it.
 */
export function FilterDates({ label = "When" }: { label?: string }) {
  const { params, withParams } = useAddress();
  // The server does not know the reader's zone: which days the instants are is said once the page lives.
  const isReaderKnown = useNow() !== undefined;
  const first = dayAt(params.get("from"));
  const last = dayAt(params.get("to"), 1);
  const isSet = params.has("from") || params.has("to");
  const choose = (from: string | undefined, to: string | undefined) =>
    goTo(withParams({ from, to, ...FIRST_PAGE }), { isReplacing: true });
  const word = (isReaderKnown ? periodWord(first, last) : undefined) ?? "some days";
  return (
    <FilterMenu
      label={label}
      chosen={isSet ? word : undefined}
      onClear={() => choose(undefined, undefined)}
    >
      {(close) => (
        <Days
          first={first}
          last={last}
          onChoose={(from, to) => {
            choose(
              from === "" ? undefined : startOf(from).toISOString(),
              to === "" ? undefined : startOf(to, 1).toISOString(),
            );
            close();
          }}
        />
      )}
    </FilterMenu>
  );
}

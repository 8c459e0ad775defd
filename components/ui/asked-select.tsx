"use client";

import { capitalised } from "./words";

interface AskedSelectProps<Value extends string> {
  /** What is chosen, for who does not see it. */
  label: string;
  value: Value;
  options: readonly Value[];
  /** Asks whether it is to be that one; until then it shows what is. */
  onAsk: (wanted: Value) => void;
}

/** A choice that holds only once it was confirmed. */
export function AskedSelect<Value extends string>(props: AskedSelectProps<Value>) {
  const { label, value, options, onAsk } = props;
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const wanted = options.find((each) => each === target.value);
        // What was chosen before the page lived is put back before this is told of it: there is nothing to ask then.
        if (wanted !== undefined && wanted !== value) onAsk(wanted);
      }}
      className="min-h-9 rounded-large border border-line-strong bg-surface px-2 text-small pointer-coarse:min-h-11"
    >
      {options.map((each) => (
        <option key={each} value={each}>
          {capitalised(each)}
        </option>
      ))}
    </select>
  );
}

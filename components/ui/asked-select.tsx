"use client";

import { capitalised } from "./words";

interface AskedSelectProps<Value extends string> {
  /** The accessible label. */
  label: string;
  value: Value;
  options: readonly Value[];
  /** Called with the wanted value, to ask for confirmation; the select shows the present value until then. */
  onAsk: (wanted: Value) => void;
}

/** A select whose change takes effect only after a confirmation. */
export function AskedSelect<Value extends string>(props: AskedSelectProps<Value>) {
  const { label, value, options, onAsk } = props;
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const wanted = options.find((each) => each === target.value);
        // A choice made before hydration is reset before this handler runs; then there is no change to confirm.
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

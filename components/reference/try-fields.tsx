"use client";

import { SelectField, TextField } from "@/components/ui/field";
import type { Parameter } from "@/lib/api/reference/reference";

interface TryFieldsProps {
  parameters: readonly Parameter[];
  values: Record<string, string>;
  onChange: (name: string, value: string) => void;
}

/** A field for each parameter. The service itself validates the values. */
export function TryFields({ parameters, values, onChange }: TryFieldsProps) {
  return parameters.map(({ name, isRequired, options }) => {
    const common = {
      label: name,
      name,
      required: isRequired,
      value: values[name] ?? "",
    };
    return options ? (
      <SelectField key={name} {...common} onChange={(event) => onChange(name, event.target.value)}>
        <option value="">Any</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    ) : (
      <TextField
        key={name}
        {...common}
        autoComplete="off"
        onChange={(event) => onChange(name, event.target.value)}
      />
    );
  });
}

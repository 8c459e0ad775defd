"use client";

import { type FormEvent, useState } from "react";
import { goTo, useAddress } from "./address";
import { Button } from "./button";
import { SelectField, TextField } from "./field";
import { Form } from "./form";
import { Icon } from "./icon";
import { fromFieldText, toFieldText } from "./zoned-instant";

const MAX_TEXT_CHARACTERS = 254;
const TIMES = [
  { name: "from", label: "From" },
  { name: "until", label: "To" },
];

interface FilterFormProps {
  /** The list's address. */
  path: string;
  choice: {
    name: string;
    label: string;
    /** The label of the choice without a filter. */
    all: string;
    options: readonly { value: string; word: string }[];
  };
  texts: readonly { name: string; label: string; hint: string }[];
}

/** The values of the fields: those of the address, also when it changes, until the person types. */
function useTyped(names: readonly string[], params: URLSearchParams) {
  const inAddress = (): Record<string, string> => ({
    ...Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])),
    ...Object.fromEntries(
      TIMES.map(({ name }) => [name, toFieldText(params.get(name) ?? "", "utc")]),
    ),
  });
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(params.toString());
  if (seen !== params.toString()) {
    setSeen(params.toString());
    setTyped(inAddress);
  }
  const field = (name: string) => ({
    name,
    value: typed[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  const asked = () => ({
    ...Object.fromEntries(names.map((name) => [name, typed[name]?.trim()])),
    ...Object.fromEntries(TIMES.map(({ name }) => [name, fromFieldText(typed[name] ?? "", "utc")])),
  });
  return { field, asked };
}

/**
 * The filters of a list of records: a choice, texts and a period, stored in the address when the form is submitted.
 * Collapsed unless a filter is set.
 */
export function FilterForm({ path, choice, texts }: FilterFormProps) {
  const { params, withParams } = useAddress();
  const names = [choice, ...texts].map(({ name }) => name);
  const { field, asked } = useTyped(names, params);
  const isSet = [...names, ...TIMES.map(({ name }) => name)].some((name) => params.has(name));
  const find = (event: FormEvent) => {
    event.preventDefault();
    goTo(withParams({ ...asked(), before: undefined }, path));
  };
  return (
    <details open={isSet} className="group/fold">
      <summary className="flex min-h-9 cursor-pointer items-center gap-1 text-small font-medium text-accent pointer-coarse:min-h-11">
        <span className="group-open/fold:rotate-90">
          <Icon name="forward" size={14} />
        </span>
        {isSet ? "Filters (active)" : "Filters"}
      </summary>
      <Form onSubmit={find} className="space-y-3 pt-2">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField label={choice.label} {...field(choice.name)}>
            <option value="">{choice.all}</option>
            {choice.options.map(({ value, word }) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </SelectField>
          {texts.map(({ name, ...words }) => (
            <TextField key={name} maxLength={MAX_TEXT_CHARACTERS} {...words} {...field(name)} />
          ))}
          {TIMES.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              hint="In UTC"
              type="datetime-local"
              step={1}
              {...field(name)}
            />
          ))}
        </div>
        <div className="flex gap-2">
          <Button type="submit" size="compact">
            Apply
          </Button>
          {isSet && (
            <Button look="plain" size="compact" onClick={() => goTo(path)}>
              Clear filters
            </Button>
          )}
        </div>
      </Form>
    </details>
  );
}

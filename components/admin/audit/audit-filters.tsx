"use client";

import { type FormEvent, useState } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { FilterFold } from "@/components/ui/filter-fold";
import { fromFieldText, toFieldText } from "@/components/ui/zoned-instant";
import { actionWords } from "./action-words";
import { AUDIT_FILTERS } from "./queries";

const PATH = "/admin/audit";
const TEXTS = [
  { name: "person", label: "Who", hint: "An e-mail, or a person's id" },
  { name: "target", label: "What", hint: "The id of what was changed" },
  { name: "partner", label: "Of which partner", hint: "Its id, or operator" },
];
const TIMES = [
  { name: "from", label: "From" },
  { name: "until", label: "Until" },
];

function textOf(params: URLSearchParams): Record<string, string> {
  const texts = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, params.get(name) ?? ""]));
  for (const { name } of TIMES) texts[name] = toFieldText(texts[name] ?? "", "utc");
  return texts;
}

/** What is looked for in the log; it lives in the address once it is asked for. */
export function AuditFilters({ actions }: { actions: readonly string[] }) {
  const { params, withParams } = useAddress();
  const [typed, setTyped] = useState(() => textOf(params));
  const field = (name: string) => ({
    name,
    value: typed[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });
  const isFiltered = AUDIT_FILTERS.some((name) => params.has(name));
  const find = (event: FormEvent) => {
    event.preventDefault();
    const asked: Record<string, string | undefined> = { before: undefined };
    for (const name of AUDIT_FILTERS) asked[name] = typed[name]?.trim();
    for (const { name } of TIMES) asked[name] = fromFieldText(typed[name] ?? "", "utc");
    goTo(withParams(asked, PATH));
  };
  const clear = () => {
    setTyped({});
    goTo(PATH);
  };
  return (
    <FilterFold isSet={isFiltered}>
      <form onSubmit={find} className="space-y-3">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField label="Deed" {...field("action")}>
            <option value="">All deeds</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {actionWords(action)}
              </option>
            ))}
          </SelectField>
          {TEXTS.map(({ name, label, hint }) => (
            <TextField key={name} label={label} hint={hint} maxLength={254} {...field(name)} />
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
            Find
          </Button>
          {isFiltered && (
            <Button look="plain" size="compact" onClick={clear}>
              Show all
            </Button>
          )}
        </div>
      </form>
    </FilterFold>
  );
}

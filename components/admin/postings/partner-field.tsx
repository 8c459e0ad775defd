"use client";

import { type ComponentProps, useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { usePartnerName, usePartnersToChoose } from "./queries";

type PartnerFieldProps = Pick<
  ComponentProps<typeof SelectField>,
  "name" | "value" | "error" | "onBlur" | "onChange"
>;

/** Chooses the partner of a correction; searched by name where there are too many to list. */
export function PartnerField(field: PartnerFieldProps) {
  const [search, setSearch] = useState("");
  const total = usePartnersToChoose("").data?.pagination.total ?? 0;
  const partners = usePartnersToChoose(search.trim()).data?.partners ?? [];
  const isSearched = search !== "" || total > partners.length;
  const { value } = field;
  const isListed = partners.some(({ partnerId }) => partnerId === value);
  const name = usePartnerName(isListed ? "" : String(value ?? ""));
  return (
    <>
      {isSearched && (
        <TextField
          label="Find a partner"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          hint="Name or ID."
        />
      )}
      <SelectField label="Partner" {...field}>
        <option value="">Select…</option>
        {/* A search for another partner leaves the chosen one, and the field must show it. */}
        {value && !isListed && <option value={value}>{name ?? value}</option>}
        {partners.map(({ partnerId, name }) => (
          <option key={partnerId} value={partnerId}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

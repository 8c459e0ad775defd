"use client";

import { type ComponentProps, useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { useUser, useUsersToChoose } from "./queries";

type UserFieldProps = Pick<ComponentProps<typeof SelectField>, "name" | "error"> & {
  value: string;
  onBlur: () => void;
  onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
};

/** Chooses the verified user of a card; searched by name where there are too many to list. */
export function UserField(props: UserFieldProps) {
  const [search, setSearch] = useState("");
  const offered = useUsersToChoose(search.trim()).data;
  const total = useUsersToChoose("").data?.pagination.total;
  const found = offered?.users ?? [];
  const chosen = useUser(props.value || null).data;
  const users =
    chosen && !found.some(({ serviceId }) => serviceId === chosen.serviceId)
      ? [chosen, ...found]
      : found;
  const isMany = offered !== undefined && total !== undefined && total > found.length;
  const isSearched = search !== "" || isMany;
  return (
    <>
      {isSearched && (
        <TextField
          label="Find a user"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter does not submit the form, because the search runs automatically.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          hint={`Name, email or ID. Showing ${found.length.toLocaleString("en-US")} of ${(total ?? 0).toLocaleString("en-US")}.`}
          data-first-focus=""
        />
      )}
      <SelectField
        label="User"
        {...props}
        // A move to the search field does not count as leaving the field.
        onBlur={isSearched ? undefined : props.onBlur}
        hint={
          total === 0
            ? "No approved users yet. Create a user and complete their verification first."
            : "Only approved users can have cards."
        }
        {...(isSearched ? {} : { "data-first-focus": "" })}
      >
        <option value="">Select…</option>
        {users.map(({ serviceId, firstName, lastName, email }) => (
          <option key={serviceId} value={serviceId}>
            {firstName} {lastName} · {email}
          </option>
        ))}
      </SelectField>
    </>
  );
}

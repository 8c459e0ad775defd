"use client";

import type { ComponentProps } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { useUsersToChoose } from "./queries";

type UserFieldProps = Pick<
  ComponentProps<typeof SelectField> & ComponentProps<typeof TextField>,
  "name" | "error"
> & {
  value: string;
  onBlur: () => void;
  onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
};

/** Whom the card is for: one of the verified users, or by id where there are too many to list. */
export function UserField(props: UserFieldProps) {
  const { data } = useUsersToChoose();
  const verified = data?.users ?? [];
  const isComplete = data !== undefined && data.pagination.total <= data.users.length;
  if (data && !isComplete)
    return (
      <TextField
        label="User id"
        {...props}
        hint="Of a verified user, such as usr_01k9…. You find it on the user’s page."
        data-first-focus=""
      />
    );
  return (
    <SelectField
      label="User"
      {...props}
      hint={
        isComplete && verified.length === 0
          ? "Nobody is verified yet: create a user first, and have them verified."
          : "Only verified users can have cards."
      }
      data-first-focus=""
    >
      <option value="">Choose…</option>
      {verified.map(({ serviceId, firstName, lastName, email }) => (
        <option key={serviceId} value={serviceId}>
          {firstName} {lastName} · {email}
        </option>
      ))}
    </SelectField>
  );
}

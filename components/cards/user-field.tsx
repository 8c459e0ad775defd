"use client";

import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { useUser, useUsersToChoose } from "./queries";

interface UserFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onChoose: (serviceId: string) => void;
}

/** Chooses the verified user of a card by name, email or ID. */
export function UserField(props: UserFieldProps) {
  const [typed, setTyped] = useState("");
  const { data: found, isPlaceholderData } = useUsersToChoose(typed);
  const isNobody = typed === "" && found?.pagination.total === 0;
  const { data: chosen, isError } = useUser(props.value || null);
  // A user whose name could not be loaded is still the chosen one, and the field must not look empty.
  const unnamed = isError ? props.value : "";
  return (
    <Combobox
      label="User"
      {...props}
      word={chosen && props.value !== "" ? `${chosen.firstName} ${chosen.lastName}` : unnamed}
      hint={
        isNobody
          ? "No approved users yet. Create a user and complete their verification first."
          : "Name, email or ID. Only approved users can have cards."
      }
      options={found?.users.map(({ serviceId, firstName, lastName, email }) => ({
        value: serviceId,
        word: `${firstName} ${lastName}`,
        note: email,
      }))}
      isStale={isPlaceholderData}
      none="No matching approved user"
      onType={setTyped}
      data-first-focus=""
    />
  );
}

"use client";

import { useState } from "react";
import { SearchedChoices } from "@/components/ui/searched-choices";
import { useUsersFound } from "./queries";

/** The search results in the panel of the user filter. */
export function UserChoices({ onChoose }: { onChoose: (serviceId: string) => void }) {
  const [typed, setTyped] = useState("");
  const { data } = useUsersFound(typed.trim());
  return (
    <SearchedChoices
      label="Name or email"
      name="Users"
      typed={typed}
      onType={setTyped}
      choices={data?.users.map(({ serviceId, firstName, lastName, email }) => ({
        value: serviceId,
        word: (
          <>
            <span className="max-w-32 shrink-0 truncate">
              {firstName} {lastName}
            </span>
            <span className="truncate text-quiet">{email}</span>
          </>
        ),
      }))}
      none="No matching users"
      onChoose={onChoose}
    />
  );
}

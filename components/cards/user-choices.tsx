"use client";

import { useEffect, useRef, useState } from "react";
import { SearchedChoices } from "@/components/ui/searched-choices";
import { useUsersFound } from "./queries";

/** Users to choose one of. Loaded once it is asked for, when the panel around it has looked for what to focus already. */
export function UserChoices({ onChoose }: { onChoose: (serviceId: string) => void }) {
  const [typed, setTyped] = useState("");
  const { data } = useUsersFound(typed.trim());
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={container}>
      <SearchedChoices
        label="Name or e-mail"
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
        none="No user matches"
        onChoose={onChoose}
      />
    </div>
  );
}

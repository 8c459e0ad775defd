"use client";

import { useState } from "react";
import { SearchedChoices } from "@/components/ui/searched-choices";
import { usePartnersFound } from "./queries";

/** The search results in the panel of the partner filter. */
export function PartnerChoices({ onChoose }: { onChoose: (partnerId: string) => void }) {
  const [typed, setTyped] = useState("");
  const { data } = usePartnersFound(typed.trim());
  return (
    <SearchedChoices
      label="Name or ID"
      name="Partners"
      typed={typed}
      onType={setTyped}
      choices={data?.partners.map(({ partnerId, name }) => ({
        value: partnerId,
        word: <span className="truncate">{name}</span>,
      }))}
      none="No matching partners"
      onChoose={onChoose}
    />
  );
}

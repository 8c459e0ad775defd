"use client";

import { useState } from "react";
import { SearchedChoices } from "@/components/ui/searched-choices";
import { usePartnersFound } from "./queries";

interface PartnerChoicesProps {
  /** Choices beside the partners, offered before a search. */
  others: readonly { value: string; word: string }[];
  chosen: readonly string[];
  onChoose: (value: string) => void;
}

/** The search results in the panel of the partner filter. */
export function PartnerChoices({ others, chosen, onChoose }: PartnerChoicesProps) {
  const [typed, setTyped] = useState("");
  const { data } = usePartnersFound(typed.trim());
  const partners = data?.partners.map(({ partnerId, name }) => ({
    value: partnerId,
    word: <span className="truncate">{name}</span>,
  }));
  return (
    <SearchedChoices
      label="Name or ID"
      name="Partners"
      typed={typed}
      onType={setTyped}
      choices={partners && [...(typed.trim() === "" ? others : []), ...partners]}
      chosen={chosen}
      none="No matching partners"
      onChoose={onChoose}
    />
  );
}

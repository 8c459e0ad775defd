"use client";

import { useState } from "react";
import { SearchedChoices } from "@/components/ui/searched-choices";
import { useCardsToChoose } from "./queries";

/** The search results in the panel of the card filter. */
export function CardChoices({ onChoose }: { onChoose: (serviceCardId: string) => void }) {
  const [typed, setTyped] = useState("");
  const { data } = useCardsToChoose(typed.trim());
  return (
    <SearchedChoices
      label="Last four digits or name"
      name="Cards"
      typed={typed}
      onType={setTyped}
      choices={data?.cards.map(({ serviceCardId, last4, cardName }) => ({
        value: serviceCardId,
        word: (
          <>
            <span className="shrink-0 whitespace-nowrap tabular-nums">•••• {last4}</span>
            <span className="truncate text-quiet">{cardName}</span>
          </>
        ),
      }))}
      none="No matching cards"
      onChoose={onChoose}
    />
  );
}

"use client";

import { useState } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { SearchedChoices } from "@/components/ui/searched-choices";
import { useCard, useCardsToChoose } from "./queries";

function Cards({ onChoose }: { onChoose: (serviceCardId: string) => void }) {
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
      none="No card matches"
      onChoose={onChoose}
    />
  );
}

/** Holds a list to one card; which one lives in the address. */
export function CardFilter() {
  const { params, withParams } = useAddress();
  const id = params.get("card");
  const { data: card } = useCard(id);
  const choose = (next: string | undefined) =>
    goTo(withParams({ card: next, skip: undefined }), { isReplacing: true });
  const word = card ? `ending ${card.last4}` : "one card";
  return (
    <FilterMenu
      label="Card"
      chosen={id === null ? undefined : word}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <Cards
          onChoose={(next) => {
            choose(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
}

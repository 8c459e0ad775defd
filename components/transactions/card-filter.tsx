"use client";

import { useState } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { TextField } from "@/components/ui/field";
import { FilterMenu } from "@/components/ui/filter-menu";
import { useCard, useCardsToChoose } from "./queries";

const LONGEST_SEARCH = 100;

function Cards({ onChoose }: { onChoose: (serviceCardId: string) => void }) {
  const [typed, setTyped] = useState("");
  const { data } = useCardsToChoose(typed.trim());
  return (
    <div className="space-y-2">
      <TextField
        label="Last four digits or name"
        type="search"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul aria-label="Cards">
        {data?.cards.map(({ serviceCardId, last4, cardName }) => (
          <li key={serviceCardId}>
            <button
              type="button"
              onClick={() => onChoose(serviceCardId)}
              className="flex min-h-9 w-full items-center gap-2 rounded-small px-2 text-left hover:bg-sunken pointer-coarse:min-h-11"
            >
              <span className="shrink-0 whitespace-nowrap tabular-nums">•••• {last4}</span>
              <span className="truncate text-quiet">{cardName}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.cards.length === 0 && (
        <p role="status" className="px-2 text-quiet">
          No card matches
        </p>
      )}
    </div>
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

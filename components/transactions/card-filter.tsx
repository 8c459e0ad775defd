"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { Late, latePart } from "@/components/ui/late-part";
import { useCard } from "./queries";

const choices = latePart(() => import("./card-choices").then(({ CardChoices }) => CardChoices));

/** Filters a list by a card; the address contains its id. */
export function CardFilter() {
  const { params, withParams } = useAddress();
  useEffect(() => void choices.preload(), []);
  const id = params.get("card");
  const { data: card } = useCard(id);
  const choose = (next: string | undefined) => goTo(withParams({ card: next, ...FIRST_PAGE }));
  const word = card ? `ending ${card.last4}` : "1 card";
  return (
    <FilterMenu
      label="Card"
      chosen={id === null ? undefined : word}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <Late
          of={choices}
          props={{
            onChoose: (next) => {
              choose(next);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}

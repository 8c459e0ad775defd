"use client";

import { useAddress } from "@/components/ui/address";
import { latePart } from "@/components/ui/late-part";
import { SearchedFilter } from "@/components/ui/searched-filter";
import { useCard } from "./queries";

const choices = latePart(() => import("./card-choices").then(({ CardChoices }) => CardChoices));

/** Filters a list by a card; the address contains the card's id. */
export function CardFilter() {
  const { data: card } = useCard(useAddress().params.get("card"));
  const word = card ? `ending ${card.last4}` : "1 card";
  return <SearchedFilter name="card" label="Card" word={word} choices={choices} />;
}

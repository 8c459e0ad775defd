import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listCards } from "@/app/api/v1/partner/card/route";
import { CardsScreen } from "@/components/cards/cards-screen";
import { cardsQuery } from "@/components/cards/queries";
import { ExplainOpen } from "@/components/explain/explain-open";

export const metadata: Metadata = { title: "Cards" };

export default async function CardsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/cards", search);
  return (
    <Prefetched reads={[[cardsQuery(search), listCards]]}>
      <CardsScreen explanation={<ExplainOpen base="/cards" />} />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getCard } from "@/app/api/v1/partner/card/[serviceCardId]/route";
import { GET as getCardShortfall } from "@/app/api/v1/partner/card/[serviceCardId]/shortfall/route";
import { GET as listCards } from "@/app/api/v1/partner/card/route";
import { GET as searchTransactions } from "@/app/api/v1/partner/transactions/route";
import { CardsScreen } from "@/components/cards/cards-screen";
import {
  cardQuery,
  cardShortfallQuery,
  cardsQuery,
  cardTransactionsQuery,
} from "@/components/cards/queries";
import { ExplainOpen } from "@/components/explain/explain-open";

export const metadata: Metadata = { title: "Card" };

interface CardPageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function CardPage({ params, searchParams }: CardPageProps) {
  const { id } = await params;
  const search = await searchOf(searchParams);
  await requireSignedIn(`/cards/${id}`, search);
  return (
    <Prefetched
      reads={[
        [cardsQuery(search), listCards],
        [cardQuery(id), getCard],
        [cardShortfallQuery(id), getCardShortfall],
        [cardTransactionsQuery(id), searchTransactions],
      ]}
    >
      <CardsScreen explanation={<ExplainOpen base="/cards" />} />
    </Prefetched>
  );
}

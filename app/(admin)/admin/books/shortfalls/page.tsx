import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listShortfalls } from "@/app/api/admin/books/shortfalls/route";
import { shortfallsQuery } from "@/components/admin/books/queries";
import { ShortfallsScreen } from "@/components/admin/books/shortfalls-screen";

export const metadata: Metadata = { title: "Card shortfalls" };

export default async function ShortfallsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/books/shortfalls", search);
  return (
    <Prefetched reads={[[shortfallsQuery(search), listShortfalls]]}>
      <ShortfallsScreen />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getTrialBalance } from "@/app/api/admin/books/balances/route";
import { GET as getBookChecks } from "@/app/api/admin/books/checks/route";
import { BalancesScreen } from "@/components/admin/books/balances-screen";
import { checksQuery, trialBalanceQuery } from "@/components/admin/books/queries";

export const metadata: Metadata = { title: "Books" };

export default async function BooksPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/books", search);
  return (
    <Prefetched
      reads={[
        [trialBalanceQuery(search), getTrialBalance],
        [checksQuery, getBookChecks],
      ]}
    >
      <BalancesScreen />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getOwnStatement } from "@/app/api/v1/partner/statement/route";
import { GET as getTerms } from "@/app/api/v1/partner/terms/route";
import { monthOf } from "@/components/ui/month";
import { ownStatementQuery, termsQuery } from "@/components/wallet/queries";
import { StatementsScreen } from "@/components/wallet/statements-screen";

export const metadata: Metadata = { title: "Statements" };

export default async function StatementsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/wallet/statements", search);
  return (
    <Prefetched
      reads={[
        [ownStatementQuery(monthOf(search, new Date(), 0)), getOwnStatement],
        [termsQuery, getTerms],
      ]}
    >
      <StatementsScreen />
    </Prefetched>
  );
}

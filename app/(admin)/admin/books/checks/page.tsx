import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getBookChecks } from "@/app/api/admin/books/checks/route";
import { ChecksScreen } from "@/components/admin/books/checks-screen";
import { checksQuery } from "@/components/admin/books/queries";

export const metadata: Metadata = { title: "Ledger checks" };

export default async function ChecksPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/books/checks", search);
  return (
    <Prefetched reads={[[checksQuery, getBookChecks]]}>
      <ChecksScreen />
    </Prefetched>
  );
}

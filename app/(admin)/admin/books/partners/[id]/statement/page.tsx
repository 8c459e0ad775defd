import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getStatement } from "@/app/api/admin/books/partners/[id]/statement/route";
import { statementQuery } from "@/components/admin/books/queries";
import { StatementScreen } from "@/components/admin/books/statement-screen";
import { monthOf } from "@/components/ui/month";

export const metadata: Metadata = { title: "Statement" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function StatementPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/books/partners/${id}/statement`, search);
  return (
    <Prefetched reads={[[statementQuery(id, monthOf(search)), getStatement]]}>
      <StatementScreen partnerId={id} />
    </Prefetched>
  );
}

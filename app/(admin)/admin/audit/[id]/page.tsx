import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAuditEntry } from "@/app/api/admin/audit/entries/[id]/route";
import { GET as getAuditLog } from "@/app/api/admin/audit/log/route";
import { GET as listAuditEntries } from "@/app/api/admin/audit/route";
import { AuditScreen } from "@/components/admin/audit/audit-screen";
import { entriesQuery, entryQuery, logQuery } from "@/components/admin/audit/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Audit log entry" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function AuditEntryPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/audit/${id}`, search);
  return (
    <Prefetched
      reads={[
        [entriesQuery(search), listAuditEntries],
        [logQuery, getAuditLog],
        [entryQuery(id), getAuditEntry],
      ]}
    >
      <AuditScreen
        partnerFilter={<PartnerFilter name="partner" label="Organization" hasOperator isMany />}
      />
    </Prefetched>
  );
}

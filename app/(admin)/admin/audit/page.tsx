import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAuditLog } from "@/app/api/admin/audit/log/route";
import { GET as listAuditEntries } from "@/app/api/admin/audit/route";
import { AuditScreen } from "@/components/admin/audit/audit-screen";
import { entriesQuery, logQuery } from "@/components/admin/audit/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/audit", search);
  return (
    <Prefetched
      reads={[
        [entriesQuery(search), listAuditEntries],
        [logQuery, getAuditLog],
      ]}
    >
      <AuditScreen
        partnerFilter={<PartnerFilter name="partner" label="Organization" hasOperator isMany />}
      />
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAuditEntry } from "@/app/api/v1/partner/audit/[entryId]/route";
import { GET as listAuditLog } from "@/app/api/v1/partner/audit/route";
import { AuditLogScreen } from "@/components/settings/audit/audit-log-screen";
import { auditEntryQuery, auditLogQuery } from "@/components/settings/audit/queries";

export const metadata: Metadata = { title: "Audit log entry" };

interface AuditEntryPageProps {
  params: Promise<{ entryId: string }>;
  searchParams: SearchParams;
}

export default async function AuditEntryPage({ params, searchParams }: AuditEntryPageProps) {
  const { entryId } = await params;
  const search = await searchOf(searchParams);
  const { role } = await requireSignedIn(`/settings/audit/${entryId}`, search);
  const reads = [
    [auditLogQuery(search), listAuditLog],
    [auditEntryQuery(entryId), getAuditEntry],
  ] as const;
  return (
    <Prefetched reads={role === "viewer" ? [] : reads}>
      <AuditLogScreen />
    </Prefetched>
  );
}

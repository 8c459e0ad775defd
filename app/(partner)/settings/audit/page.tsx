import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listAuditLog } from "@/app/api/v1/partner/audit/route";
import { GET as listAuditActions } from "@/app/api/v1/partner/audit-actions/route";
import { AuditLogScreen } from "@/components/settings/audit/audit-log-screen";
import { auditActionsQuery, auditLogQuery } from "@/components/settings/audit/queries";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditLogPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  const { role } = await requireSignedIn("/settings/audit", search);
  const reads = [
    [auditLogQuery(search), listAuditLog],
    [auditActionsQuery, listAuditActions],
  ] as const;
  return (
    <Prefetched reads={role === "viewer" ? [] : reads}>
      <AuditLogScreen />
    </Prefetched>
  );
}

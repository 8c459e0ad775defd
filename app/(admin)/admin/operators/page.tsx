import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listOperators } from "@/app/api/admin/operators/route";
import { GET as listAdminRequests } from "@/app/api/admin/requests/route";
import { OperatorsScreen } from "@/components/admin/operators/operators-screen";
import { operatorsQuery } from "@/components/admin/operators/queries";
import { adminRequestsQuery } from "@/components/admin/requests/queries";
import { RequestsOfOperators } from "@/components/admin/requests/requests-of-operators";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  await requireSignedIn("/admin/operators", new URLSearchParams());
  return (
    <Prefetched
      reads={[
        [operatorsQuery, listOperators],
        [adminRequestsQuery, listAdminRequests],
      ]}
    >
      <div className="max-w-4xl">
        <OperatorsScreen requests={<RequestsOfOperators />} />
      </div>
    </Prefetched>
  );
}

import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAccount } from "@/app/api/account/route";
import { GET as listSessions } from "@/app/api/account/sessions/route";
import { GET as listOperators } from "@/app/api/admin/operators/route";
import { GET as listAdminRequests } from "@/app/api/admin/requests/route";
import { OperatorsScreen } from "@/components/admin/operators/operators-screen";
import { operatorsQuery } from "@/components/admin/operators/queries";
import { adminRequestsQuery } from "@/components/admin/requests/queries";
import { RequestsOfOperators } from "@/components/admin/requests/requests-of-operators";
import { OwnAccount } from "@/components/settings/own-account";
import { accountQuery, sessionsQuery } from "@/components/settings/queries";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  await requireSignedIn("/admin/operators", new URLSearchParams());
  return (
    <Prefetched
      reads={[
        [operatorsQuery, listOperators],
        [adminRequestsQuery, listAdminRequests],
        [accountQuery, getAccount],
        [sessionsQuery, listSessions],
      ]}
    >
      <div className="max-w-4xl space-y-8">
        <OperatorsScreen requests={<RequestsOfOperators />} />
        <OwnAccount />
      </div>
    </Prefetched>
  );
}

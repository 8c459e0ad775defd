import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAccount } from "@/app/api/account/route";
import { GET as listSessions } from "@/app/api/account/sessions/route";
import { GET as getCompany } from "@/app/api/v1/partner/company/route";
import { GET as listPeople } from "@/app/api/v1/partner/people/route";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import {
  accountQuery,
  peopleQuery,
  profileQuery,
  sessionsQuery,
} from "@/components/settings/queries";
import { SettingsScreen } from "@/components/settings/settings-screen";

import { companyQuery } from "@/lib/api/client/company";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  await requireSignedIn("/settings", new URLSearchParams());
  return (
    <Prefetched
      reads={[
        [accountQuery, getAccount],
        [sessionsQuery, listSessions],
        [peopleQuery, listPeople],
        [companyQuery, getCompany],
        [profileQuery, getProfile],
      ]}
    >
      <SettingsScreen />
    </Prefetched>
  );
}

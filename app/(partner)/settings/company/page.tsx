import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getCompany } from "@/app/api/v1/partner/company/route";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import { CompanyScreen } from "@/components/settings/company-screen";
import { profileQuery } from "@/components/settings/queries";
import { companyQuery } from "@/lib/api/client/company";

export const metadata: Metadata = { title: "Company" };

export default async function CompanyPage() {
  await requireSignedIn("/settings/company", new URLSearchParams());
  return (
    <Prefetched
      reads={[
        [companyQuery, getCompany],
        [profileQuery, getProfile],
      ]}
    >
      <CompanyScreen />
    </Prefetched>
  );
}

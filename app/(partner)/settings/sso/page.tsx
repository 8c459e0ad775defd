import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getSso } from "@/app/api/v1/partner/sso/route";
import { ssoQuery } from "@/components/settings/sso/queries";
import { SsoScreen } from "@/components/settings/sso/sso-screen";

export const metadata: Metadata = { title: "Single sign-on" };

export default async function SsoPage() {
  const { role } = await requireSignedIn("/settings/sso", new URLSearchParams());
  return (
    <Prefetched reads={role === "owner" ? [[ssoQuery, getSso]] : []}>
      <SsoScreen />
    </Prefetched>
  );
}

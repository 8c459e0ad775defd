import { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/_server/prefetch";
import { signedIn } from "@/app/_server/signed-in";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import { Frame } from "@/components/shell/frame";
import { LookingLine } from "@/components/shell/looking-line";
import { OperatorHere } from "@/components/shell/operator-here";
import { DASHBOARD_PAGES } from "@/components/shell/pages";
import { Providers } from "@/components/shell/providers";
import { StagingLine } from "@/components/shell/staging-line";
import { SuspendedHere } from "@/components/shell/suspended-here";
import { ReaderProvider } from "@/components/ui/reader";
import { apiQuery } from "@/lib/api/client/api-query";
import { partnerOfPerson } from "@/lib/identity/api-keys/partner-of-person";
import { env } from "@/lib/kernel/env";
import { followPartnerContract } from "@/lib/operations/live/contract";

/** Returns the partner's name; on an error a default title, because the page shows the error. */
async function readPartnerName(): Promise<string> {
  const client = new QueryClient();
  const query = apiQuery("getProfile", {});
  await prefetch(client, [query, getProfile]);
  return client.getQueryData(query.queryKey)?.name ?? "Cards and wallet";
}

export default async function PartnerLayout({ children }: { children: ReactNode }) {
  const person = await signedIn();
  // Each page redirects visitors to the sign-in page, because only the page knows its own address.
  if (!person) return children;
  const isLooking = person.partnerId === null && person.viewingPartnerId !== null;
  if (person.partnerId === null && !isLooking) return <OperatorHere name={person.name} />;
  if (person.partnerId !== null) {
    const { name, suspendedAt } = await partnerOfPerson(person.partnerId);
    if (suspendedAt)
      return (
        <SuspendedHere
          partnerName={name}
          suspendedAt={suspendedAt.toISOString()}
          supportEmail={env().SUPPORT_EMAIL}
        />
      );
  }
  const isSandbox = env().SERVICE_ENVIRONMENT !== "production";
  const { id: personId, name, email } = person;
  const partnerId = person.partnerId ?? person.viewingPartnerId;
  const role = isLooking ? "viewer" : person.role;
  const title = await readPartnerName();
  return (
    <Providers liveUrl={followPartnerContract.path}>
      <ReaderProvider reader={{ role, personId, isSandbox }}>
        <div data-area={isLooking ? "looked-at" : undefined}>
          <Frame
            title={title}
            area="dashboard"
            pages={DASHBOARD_PAGES}
            person={{ personId, partnerId, name, email, role }}
            header={
              <>
                {isLooking && <LookingLine partner={title} person={name} />}
                {isSandbox && <StagingLine />}
              </>
            }
          >
            {children}
          </Frame>
        </div>
      </ReaderProvider>
    </Providers>
  );
}

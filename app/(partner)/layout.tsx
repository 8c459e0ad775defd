import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { prefetch } from "@/app/_server/prefetch";
import { Prefetched } from "@/app/_server/prefetched";
import { signedIn } from "@/app/_server/signed-in";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import { GET as getSandboxClock } from "@/app/api/v1/sandbox/clock/route";
import { Frame } from "@/components/shell/frame";
import { LateLookingLine } from "@/components/shell/late-looking-line";
import { OperatorHere } from "@/components/shell/operator-here";
import { DASHBOARD_PAGES } from "@/components/shell/pages";
import { Providers } from "@/components/shell/providers";
import { StagingLine } from "@/components/shell/staging-line";
import { SuspendedHere } from "@/components/shell/suspended-here";
import { ReaderProvider } from "@/components/ui/reader";
import { apiQuery } from "@/lib/api/client/api-query";
import { sandboxClockQuery } from "@/lib/api/client/sandbox-clock";
import { partnerOfPerson } from "@/lib/identity/api-keys/partner-of-person";
import { env } from "@/lib/kernel/env";
import { followPartnerContract } from "@/lib/operations/live/contract";

const SERVICE_NAME = "Cards and wallet";

/** Returns the partner's name; on an error a default title, because the page shows the error. */
const readPartnerName = cache(async (): Promise<string> => {
  const client = new QueryClient();
  const query = apiQuery("getProfile", {});
  await prefetch(client, [query, getProfile]);
  return client.getQueryData(query.queryKey)?.name ?? SERVICE_NAME;
});

/** Names the partner in the title of each page, so that people of several partners can tell their tabs apart. */
export async function generateMetadata(): Promise<Metadata> {
  const person = await signedIn();
  const isPartners = person && (person.partnerId ?? person.viewingPartnerId) !== null;
  const name = isPartners ? await readPartnerName() : SERVICE_NAME;
  return { title: { default: name, template: `%s · ${name}` } };
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
      <ReaderProvider reader={{ role, personId, partnerId, isSandbox }}>
        <div data-area={isLooking ? "looked-at" : undefined}>
          <Frame
            title={title}
            area="dashboard"
            pages={DASHBOARD_PAGES}
            person={{ personId, partnerId, name, email, role }}
            header={
              <>
                {isLooking && <LateLookingLine partner={title} person={name} />}
                {isSandbox && (
                  <Prefetched reads={[[sandboxClockQuery, getSandboxClock]]}>
                    <StagingLine />
                  </Prefetched>
                )}
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

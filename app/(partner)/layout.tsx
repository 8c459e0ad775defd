import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { drawnAt } from "@/app/_server/drawn-at";
import { prefetch } from "@/app/_server/prefetch";
import { Prefetched } from "@/app/_server/prefetched";
import { signedIn } from "@/app/_server/signed-in";
import { GET as getCompany } from "@/app/api/v1/partner/company/route";
import { GET as getSandboxClock } from "@/app/api/v1/sandbox/clock/route";
import { Frame } from "@/components/shell/frame";
import { LateLookingLine } from "@/components/shell/late-looking-line";
import { OperatorHere } from "@/components/shell/operator-here";
import { DASHBOARD_PAGES } from "@/components/shell/pages";
import { Providers } from "@/components/shell/providers";
import { StagingLine } from "@/components/shell/staging-line";
import { SuspendedHere } from "@/components/shell/suspended-here";
import { PRODUCT_NAME } from "@/components/ui/product";
import { ReaderProvider } from "@/components/ui/reader";
import { type Company, companyQuery } from "@/lib/api/client/company";
import { sandboxClockQuery } from "@/lib/api/client/sandbox-clock";
import { partnerOfPerson } from "@/lib/identity/api-keys/partner-of-person";
import { env } from "@/lib/kernel/env";
import { followPartnerContract } from "@/lib/operations/live/contract";

/** Returns the partner with its logo; undefined on an error, because the page shows the error. */
const readCompany = cache(async (): Promise<Company | undefined> => {
  const client = new QueryClient();
  await prefetch(client, [companyQuery, getCompany]);
  return client.getQueryData(companyQuery.queryKey);
});

const shownName = (company: Company | undefined): string =>
  company?.publicName ?? company?.name ?? PRODUCT_NAME;

/** Names the partner in the title of each page, so that people of several partners can tell their tabs apart. */
export async function generateMetadata(): Promise<Metadata> {
  const person = await signedIn();
  const isPartners = person && (person.partnerId ?? person.viewingPartnerId) !== null;
  const name = isPartners ? shownName(await readCompany()) : PRODUCT_NAME;
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
  const company = await readCompany();
  const title = shownName(company);
  const reader = { role, personId, partnerId, isLooking, isSandbox, drawnAt: await drawnAt() };
  return (
    <Providers liveUrl={followPartnerContract.path} personId={personId} partnerId={partnerId}>
      <ReaderProvider reader={reader}>
        <div data-area={isLooking ? "looked-at" : undefined}>
          <Frame
            title={title}
            company={company}
            supportEmail={env().SUPPORT_EMAIL}
            area="dashboard"
            pages={DASHBOARD_PAGES}
            person={{ personId, partnerId, name, email, role }}
            header={
              <>
                {isLooking && <LateLookingLine partner={company?.name ?? title} person={name} />}
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

import type { Metadata } from "next";
import type { ReactNode } from "react";
import { drawnAt } from "@/app/_server/drawn-at";
import { signedIn } from "@/app/_server/signed-in";
import { WaitingTitle } from "@/components/admin/queue/waiting-title";
import { ConsoleBar } from "@/components/shell/console-bar";
import { Frame } from "@/components/shell/frame";
import { CONSOLE_PAGES } from "@/components/shell/pages";
import { PartnerHere } from "@/components/shell/partner-here";
import { Providers } from "@/components/shell/providers";
import { ReaderProvider } from "@/components/ui/reader";
import { env } from "@/lib/kernel/env";
import { followPartnersContract } from "@/lib/operations/live/contract";

export const metadata: Metadata = { title: { default: "Console", template: "%s · Console" } };

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const reader = await signedIn();
  // Each page redirects visitors to the sign-in page, because only the page knows its own address.
  if (!reader) return children;
  if (reader.partnerId !== null) return <PartnerHere name={reader.name} />;
  const environment = env().SERVICE_ENVIRONMENT;
  const { id: personId, name, email, role } = reader;
  const person = { personId, partnerId: null, name, email, role };
  return (
    <Providers liveUrl={followPartnersContract.path} personId={personId} partnerId={null}>
      <ReaderProvider
        reader={{
          role,
          personId,
          partnerId: null,
          isSandbox: environment !== "production",
          drawnAt: await drawnAt(),
        }}
      >
        <div data-area="console">
          <WaitingTitle />
          <Frame
            title="Operator"
            supportEmail={env().SUPPORT_EMAIL}
            area="console"
            pages={CONSOLE_PAGES}
            person={person}
            header={<ConsoleBar environment={environment} person={person} />}
          >
            {children}
          </Frame>
        </div>
      </ReaderProvider>
    </Providers>
  );
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { GET as getInvitation } from "@/app/api/invitations/[token]/route";
import { AcceptInvitation } from "@/components/invite/accept-invitation";
import { Statement } from "@/components/ui/statement";
import { env } from "@/lib/env";
import { readAnswer } from "@/lib/fetch/read-answer";
import type { ApiData } from "@/lib/fetch/types";

export const metadata: Metadata = { title: "Invitation" };

/** What the link is for; undefined for one that is not there, or not any more. */
async function readInvitation(token: string): Promise<ApiData<"getInvitation"> | undefined> {
  const url = new URL(`/api/invitations/${encodeURIComponent(token)}`, env().BASE_URL);
  const request = new Request(url, { headers: new Headers(await headers()) });
  const response = await getInvitation(request, { params: Promise.resolve({ token }) });
  if (response.status === 404) return undefined;
  return (await readAnswer(response)) as ApiData<"getInvitation">;
}

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await readInvitation(token);
  return (
    <main className="mx-auto w-full max-w-sm px-4 pb-12">
      {invitation ? (
        <AcceptInvitation token={token} invitation={invitation} />
      ) : (
        <Statement state="attention" title="This invitation does not work">
          <p className="text-quiet">
            It was used, taken back, or is older than it may be. Ask whoever invited you for a new
            one.
          </p>
        </Statement>
      )}
    </main>
  );
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { Public } from "@/app/_server/public";
import { GET as getInvitation } from "@/app/api/invitations/[token]/route";
import { POST as postEnrolment } from "@/app/api/invitations/[token]/second-factor/route";
import { AcceptInvitation } from "@/components/invite/accept-invitation";
import { Statement } from "@/components/ui/statement";
import { readAnswer } from "@/lib/api/client/read-answer";
import type { ApiData } from "@/lib/api/client/types";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "Invitation" };

/** Returns the invitation of the link; undefined when the link is unknown or no longer valid. */
async function readInvitation(token: string): Promise<ApiData<"getInvitation"> | undefined> {
  const url = new URL(`/api/invitations/${encodeURIComponent(token)}`, env().BASE_URL);
  const request = new Request(url, { headers: new Headers(await headers()) });
  const response = await getInvitation(request, { params: Promise.resolve({ token }) });
  if (response.status === 404) return undefined;
  return (await readAnswer(response)) as ApiData<"getInvitation">;
}

/** Starts the enrolment of the second factor of a person who joins the operator. */
async function startEnrolment(token: string): Promise<ApiData<"startEnrolment">> {
  const { BASE_URL } = env();
  const url = new URL(`/api/invitations/${encodeURIComponent(token)}/second-factor`, BASE_URL);
  const given = new Headers(await headers());
  given.set("origin", new URL(BASE_URL).origin);
  const response = await postEnrolment(new Request(url, { method: "POST", headers: given }), {
    params: Promise.resolve({ token }),
  });
  return (await readAnswer(response)) as ApiData<"startEnrolment">;
}

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await readInvitation(token);
  const isOperators = invitation !== undefined && invitation.partnerName === undefined;
  const enrolment = isOperators ? await startEnrolment(token) : undefined;
  return (
    <Public width="narrow">
      {invitation ? (
        <AcceptInvitation token={token} invitation={invitation} enrolment={enrolment} />
      ) : (
        <Statement state="attention" title="This invitation is not valid">
          <p className="text-quiet">
            It was used, was revoked or has expired. Ask the person who invited you for a new one.
          </p>
        </Statement>
      )}
    </Public>
  );
}

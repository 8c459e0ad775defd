import type { Metadata } from "next";
import { headers } from "next/headers";
import { Public } from "@/app/_server/public";
import { GET as getPasswordReset } from "@/app/api/password-resets/[token]/route";
import { NewPassword } from "@/components/sign-in/new-password";
import { ButtonLink } from "@/components/ui/button-link";
import { Statement } from "@/components/ui/statement";
import { readAnswer } from "@/lib/api/client/read-answer";
import type { ApiData } from "@/lib/api/client/types";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "New password" };

/** Returns the account of the link; undefined when the link can no longer be used. */
async function readReset(token: string): Promise<ApiData<"getPasswordReset"> | undefined> {
  const url = new URL(`/api/password-resets/${encodeURIComponent(token)}`, env().BASE_URL);
  const request = new Request(url, { headers: new Headers(await headers()) });
  const response = await getPasswordReset(request, { params: Promise.resolve({ token }) });
  if (response.status === 404) return undefined;
  return (await readAnswer(response)) as ApiData<"getPasswordReset">;
}

export default async function NewPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const reset = await readReset(token);
  return (
    <Public width="narrow">
      {reset ? (
        <NewPassword token={token} email={reset.email} />
      ) : (
        <Statement
          state="attention"
          title="This link is not valid"
          actions={<ButtonLink href="/sign-in/reset">Request a new link</ButtonLink>}
        >
          <p className="text-quiet">It was used or replaced, or has expired.</p>
        </Statement>
      )}
    </Public>
  );
}

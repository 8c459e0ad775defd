import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SignedInPerson } from "@/lib/contract/person";
import { currentPerson } from "@/lib/identity/sessions/current-person";

/** Who is signed in; read once for each page that is drawn. */
export const signedIn = cache(
  async (): Promise<SignedInPerson | undefined> => currentPerson({ headers: await headers() }),
);

/** Sends who is not signed in to sign in first, and then back here. Each page asks by itself. */
export async function requireSignedIn(
  path: string,
  search: URLSearchParams,
): Promise<SignedInPerson> {
  const person = await signedIn();
  const here = search.size === 0 ? path : `${path}?${search}`;
  if (!person) redirect(`/sign-in?next=${encodeURIComponent(here)}`);
  return person;
}

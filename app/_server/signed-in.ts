import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SignedInPerson } from "@/lib/contract/person";
import { currentPerson } from "@/lib/identity/sessions/current-person";

/** Returns the signed-in person; read once per rendered page. */
export const signedIn = cache(
  async (): Promise<SignedInPerson | undefined> => currentPerson({ headers: await headers() }),
);

/** Redirects a visitor to the sign-in page, which leads back to `path`. Each page calls it itself. */
export async function requireSignedIn(
  path: string,
  search: URLSearchParams,
): Promise<SignedInPerson> {
  const person = await signedIn();
  const here = search.size === 0 ? path : `${path}?${search}`;
  if (!person) redirect(`/sign-in?next=${encodeURIComponent(here)}`);
  return person;
}

import type { ReactNode } from "react";
import { Public } from "@/app/_server/public";
import { signedIn } from "@/app/_server/signed-in";
import ConsoleLayout from "@/app/(admin)/layout";
import PartnerLayout from "@/app/(partner)/layout";

/** The layout of the signed-in person, so that a mistyped address keeps the navigation. */
export default async function UnknownLayout({ children }: { children: ReactNode }) {
  const person = await signedIn();
  if (!person) return <Public>{children}</Public>;
  const isOperator = person.partnerId === null && person.viewingPartnerId === null;
  const Layout = isOperator ? ConsoleLayout : PartnerLayout;
  return <Layout>{children}</Layout>;
}

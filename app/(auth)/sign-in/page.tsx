import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Public } from "@/app/_server/public";
import { nextPath } from "@/components/sign-in/next-path";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { SignInHelp } from "@/components/sign-in/sign-in-help";
import { SsoFailure } from "@/components/sign-in/sso-failure";
import { currentPerson } from "@/lib/identity/sessions/current-person";
import { env } from "@/lib/kernel/env";
import { mailTransport } from "@/lib/mail/mail-transport";

export const metadata: Metadata = { title: "Sign in" };

interface SignInPageProps {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, error } = await searchParams;
  const path = nextPath(typeof next === "string" ? next : undefined);
  const person = await currentPerson({ headers: await headers() });
  if (person) redirect(path === "/" && person.partnerId === null ? "/admin" : path);
  return (
    <Public width="narrow">
      <div className="space-y-6 pt-[5vh] sm:pt-[9vh]">
        <div className="space-y-6 sm:-mx-8 sm:rounded-large sm:border sm:border-line sm:bg-surface sm:p-8">
          <SsoFailure code={typeof error === "string" ? error : undefined} />
          <SignInForm />
        </div>
        <SignInHelp supportEmail={env().SUPPORT_EMAIL} isMailOn={mailTransport() !== undefined} />
      </div>
    </Public>
  );
}

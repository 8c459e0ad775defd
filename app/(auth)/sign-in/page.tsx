import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { nextPath } from "@/components/sign-in/next-path";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { currentPerson } from "@/lib/identity/sessions/current-person";

export const metadata: Metadata = { title: "Sign in" };

interface SignInPageProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next } = await searchParams;
  const path = nextPath(typeof next === "string" ? next : undefined);
  const person = await currentPerson({ headers: await headers() });
  if (person) redirect(path === "/" && person.partnerId === null ? "/admin" : path);
  return (
    <main className="mx-auto w-full max-w-sm space-y-6 px-4 pt-[12vh] pb-12">
      <SignInForm />
      <p className="text-small text-quiet">
        Does something not work? See the{" "}
        <Link href="/status" className="text-accent underline underline-offset-4">
          status of the service
        </Link>
        .
      </p>
    </main>
  );
}

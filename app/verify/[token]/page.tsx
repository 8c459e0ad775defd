import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { listCountries } from "@/components/verify/countries";
import { Expired } from "@/components/verify/expired";
import { Pending } from "@/components/verify/pending";
import { Result } from "@/components/verify/result";
import { Verification } from "@/components/verify/verification";
import { VerifyFrame } from "@/components/verify/verify-frame";
import { showVerification } from "@/lib/users/kyc/show-verification";

export const metadata: Metadata = { title: { absolute: "Verify your identity" } };

export default async function VerifyPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const view = await showVerification(token);
  if (!view) notFound();
  if (view.kind === "redirect") redirect(view.url);
  return (
    <VerifyFrame
      isSandbox={view.isSandbox}
      partner={{ name: view.partnerName, logoUrl: view.logoUrl }}
    >
      {view.kind === "expired" && <Expired partnerName={view.partnerName} />}
      {(view.kind === "pending" || view.kind === "closed") && (
        // A screen reader announces the result when it takes the place of the review.
        <div role="status">
          {view.kind === "pending" ? (
            <Pending partnerName={view.partnerName} returnUrl={view.returnUrl} />
          ) : (
            <Result result={view} partnerName={view.partnerName} />
          )}
        </div>
      )}
      {view.kind === "open" && (
        <Verification token={token} check={view} countries={listCountries()} />
      )}
    </VerifyFrame>
  );
}

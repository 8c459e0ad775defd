"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import type { State } from "@/components/ui/state-mark";
import { Statement } from "@/components/ui/statement";
import type { VerificationResult } from "@/lib/users/kyc/verification-view";

const RETURN_AFTER_MS = 8_000;

const VIEWS: Record<VerificationResult["outcome"], { state: State; title: string }> = {
  approved: { state: "settled", title: "You are verified" },
  denied: { state: "failed", title: "We could not verify you" },
  needsVerification: { state: "attention", title: "Please try again" },
};

interface ResultProps {
  result: VerificationResult;
  partnerName: string;
  /** The result has just arrived, so it is announced. */
  isFresh?: boolean;
}

function textOf({ outcome, advice }: VerificationResult, partnerName: string): string[] {
  if (outcome === "approved")
    return [`${partnerName} has been notified. There is nothing more to do.`];
  if (outcome === "denied") {
    const next = `${partnerName} has been notified and can tell you about next steps.`;
    return advice.length > 0 ? [...advice, next] : ["The verification was not successful.", next];
  }
  return advice.length > 0 ? advice : ["The verification could not be completed."];
}

/** Returns the person to the partner's page after a while, unless they choose to stay. Source: spec: Create User. */
function useReturn(returnUrl: string | undefined): { isReturning: boolean; stay: () => void } {
  const [isReturning, setReturning] = useState(returnUrl !== undefined);
  useEffect(() => {
    if (!isReturning || returnUrl === undefined) return;
    const timer = setTimeout(() => window.location.assign(returnUrl), RETURN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReturning, returnUrl]);
  return { isReturning, stay: () => setReturning(false) };
}

/** The outcome of the check, with the link to continue. */
export function Result({ result, partnerName, isFresh = false }: ResultProps) {
  const { outcome, returnUrl, nextUrl } = result;
  const { state, title } = VIEWS[outcome];
  const { isReturning, stay } = useReturn(nextUrl ? undefined : returnUrl);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    document.title = `${title} · Verify your identity`;
    if (isFresh) container.current?.querySelector("h1")?.focus();
  }, [title, isFresh]);

  return (
    <div ref={container}>
      <Statement
        state={state}
        title={title}
        actions={
          <>
            {nextUrl && <ButtonLink href={nextUrl}>Try again</ButtonLink>}
            {returnUrl && (
              <ButtonLink href={returnUrl} look={nextUrl ? "plain" : "primary"}>
                Continue to {new URL(returnUrl).host}
              </ButtonLink>
            )}
            {isReturning && (
              <p className="flex flex-wrap items-center justify-between gap-x-4 text-small text-quiet">
                You’ll be redirected in a few seconds.
                <Button look="text" onClick={stay}>
                  Stay on this page
                </Button>
              </p>
            )}
          </>
        }
      >
        {textOf(result, partnerName).map((sentence) => (
          <p key={sentence} className="text-quiet">
            {sentence}
          </p>
        ))}
        {!returnUrl && !nextUrl && <p className="text-quiet">You can close this page.</p>}
      </Statement>
    </div>
  );
}

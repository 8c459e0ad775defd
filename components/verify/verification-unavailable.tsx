"use client";

import { Button } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";
import { VerifyFrame } from "./verify-frame";

interface VerificationUnavailableProps {
  error: unknown;
  retry: () => void;
}

/** A fault of ours: what it means for the person, and what to quote. */
export function VerificationUnavailable({ error, retry }: VerificationUnavailableProps) {
  const requestId = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <VerifyFrame>
      <Statement
        state="failed"
        title="This page cannot be shown right now"
        actions={<Button onClick={retry}>Try again</Button>}
      >
        <p className="text-quiet">
          Something is wrong on our side. Nothing that you did is lost, and your link stays valid.
          Try again in a minute.
        </p>
        {requestId && (
          <p className="text-small text-quiet">
            If it goes on, quote <code className="font-mono break-all">{requestId}</code>.
          </p>
        )}
      </Statement>
    </VerifyFrame>
  );
}

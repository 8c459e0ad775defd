"use client";

import { Button } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";
import { VerifyFrame } from "@/components/verify/verify-frame";

export default function VerifyError({ retry }: { retry: () => void }) {
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
      </Statement>
    </VerifyFrame>
  );
}

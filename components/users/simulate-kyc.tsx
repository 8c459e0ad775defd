"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { KycOutcome } from "@/lib/contract/kyc-outcomes";

const OUTCOMES: Record<KycOutcome, string> = {
  approved: "Approve",
  denied: "Deny",
  needsVerification: "Request more",
};

/** Simulates the outcome of the identity provider; staging only. */
export function SimulateKyc({ serviceId }: { serviceId: string }) {
  const { submit, isBusy, failure } = useSubmission("simulateKyc", {
    onDone: () => toast("Verification result simulated", { about: serviceId }),
  });
  return (
    <section className="space-y-2">
      <h3 className="text-small font-medium text-quiet">Simulate verification result</h3>
      <div className="flex flex-wrap gap-2">
        {Object.entries(OUTCOMES).map(([status, word]) => (
          <Button
            key={status}
            look="plain"
            size="compact"
            disabled={isBusy}
            onClick={() =>
              submit({ params: { serviceId }, body: { status: status as KycOutcome } })
            }
          >
            {word}
          </Button>
        ))}
      </div>
      {failure && <ErrorPanel title="The result was not simulated" failure={failure} />}
    </section>
  );
}

"use client";

import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import type { ApiData } from "@/lib/api/client/types";
import { useUserVerification } from "./queries";

type Attempt = ApiData<"getUserVerification">["attempts"][number];

const OUTCOMES: Record<NonNullable<Attempt["outcome"]>, string> = {
  approved: "Approved",
  denied: "Denied",
  needsVerification: "Needs verification",
};

/** Returns the outcome of an attempt and its time. */
function endOf({ outcome, completedAt, openedAt, createdAt }: Attempt): [string, string] {
  if (outcome && completedAt) return [OUTCOMES[outcome], completedAt];
  return openedAt ? ["Link opened", openedAt] : ["Link created", createdAt];
}

/** The verification attempts with their times, and the reason for the last denial. */
export function VerificationHistory({ serviceId }: { serviceId: string }) {
  const { data, error, refetch } = useUserVerification(serviceId);
  if (error && !data)
    return (
      <ErrorPanel
        title="Verification history could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  if (!data) return <Skeleton className="h-10" />;
  return (
    <>
      {data.denialCodes.length > 0 && (
        <section className="space-y-1 text-small">
          <h3 className="font-semibold">Reasons</h3>
          <ul className="divide-y divide-line border-y border-line">
            {data.denialCodes.map(({ code, advice }) => (
              <li key={code} className="py-1.5">
                <code className="font-medium break-all">{code}</code>
                <p className="text-quiet">
                  {advice === undefined
                    ? "This reason is not shown to the user."
                    : `Shown to the user: ${advice}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.attempts.length > 0 && (
        <section className="space-y-1 text-small">
          <h3 className="font-semibold">Attempts</h3>
          <ul className="divide-y divide-line border-y border-line">
            {data.attempts.map((attempt) => {
              const [word, at] = endOf(attempt);
              return (
                <li key={attempt.createdAt} className="flex justify-between gap-3 py-1.5">
                  <span>{word}</span>
                  <Time instant={at} />
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

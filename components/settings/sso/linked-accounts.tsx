"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { SsoPerson } from "./queries";

/** The people whose accounts of the provider are linked, with buttons that unlink them. */
export function LinkedAccounts({ people }: { people: readonly SsoPerson[] }) {
  const { submit, isBusy, failure } = useSubmission("unlinkSso", {
    onDone: () => toast("Account unlinked. The next sign-in links one again"),
  });
  const linked = people.filter(({ boundAt }) => boundAt !== undefined);
  if (linked.length === 0)
    return <p className="text-small text-quiet">Nobody has signed in with single sign-on yet.</p>;
  return (
    <div className="space-y-3">
      <ul className="divide-y divide-line border-y border-line text-small">
        {linked.map(({ personId, name, email, boundAt }) => (
          <li key={personId} className="flex min-h-12 items-center justify-between gap-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{name}</span>
              <span className="text-quiet">
                {email} · <Time instant={boundAt ?? ""} />
              </span>
            </span>
            <Button
              look="plain"
              size="compact"
              disabled={isBusy}
              onClick={() => submit({ params: { personId } })}
            >
              Unlink<span className="sr-only"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {failure && <ErrorPanel title="The account was not unlinked" failure={failure} />}
    </div>
  );
}

"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { toApiError } from "@/lib/api/client/api-error";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { OwnApprovalForm } from "./own-approval-form";
import { type OwnApprovals, useOwnApprovals } from "./queries";

/** Confirms the looser rule that another owner requested. */
function ConfirmRule({ above, onClose }: { above: number | null; onClose: () => void }) {
  // The rule that was read. The service refuses it if another one was requested while the form was open.
  const [read] = useState(above);
  const form = useContractForm("confirmOwnApproval", {
    initial: { password: "" },
    input: ({ password }) => ({ body: { above: read, password } }),
    onDone: () => {
      toast("The rule was changed");
      onClose();
    },
  });
  return (
    <RequestForm
      form={form}
      isCompact
      className="space-y-3"
      title="The change was not confirmed"
      action="Confirm change"
      busy="Confirming…"
      leave={
        <Button look="plain" size="compact" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <PasswordField hint="Required to confirm the change." autoFocus {...form.field("password")} />
    </RequestForm>
  );
}

function Above({ above }: { above: number | null }) {
  if (above === null) return <>never</>;
  return (
    <>
      above <Amount value={above} /> in 24 hours
    </>
  );
}

function Requested({ requested }: Pick<OwnApprovals, "requested">) {
  if (!requested) return null;
  return (
    <p>
      {requested.isYours ? "You" : requested.requestedBy} requested:{" "}
      <Above above={requested.above} />.{" "}
      {requested.isYours
        ? "Another owner must confirm it"
        : "Confirm it, or save the current rule to decline it,"}{" "}
      by <Time instant={requested.expiresAt} isExact />.
    </p>
  );
}

/** The amount above which a second person of the partner must approve a withdrawal. */
export function OwnApprovalRule({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useOwnApprovals();
  const { open, close, opener } = useInlineForm<"change" | "confirm">();
  if (!data)
    return error ? (
      <ErrorPanel
        title="The second approval rule could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : null;
  const { above, requested } = data;
  return (
    <section
      aria-labelledby="own-approval"
      className="space-y-2 border-t border-line pt-4 text-small"
    >
      <header className="flex items-center justify-between gap-2">
        <h3 id="own-approval" className="font-semibold">
          Second approval
        </h3>
        {mayChange && open === undefined && (
          <span className="flex gap-2">
            {requested && !requested.isYours && (
              <Button size="compact" {...opener("confirm")}>
                Confirm…<span className="sr-only"> the requested rule</span>
              </Button>
            )}
            <Button look="plain" size="compact" {...opener("change")}>
              Change<span className="sr-only"> the second approval rule</span>
            </Button>
          </span>
        )}
      </header>
      <p>
        Another owner must approve withdrawals: <Above above={above} />.
      </p>
      <Requested requested={requested} />
      {open === "change" && <OwnApprovalForm above={above} onClose={close} />}
      {open === "confirm" && requested && <ConfirmRule above={requested.above} onClose={close} />}
    </section>
  );
}

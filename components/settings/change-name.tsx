"use client";

import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { useAccount } from "./queries";

function NameForm({ name }: { name: string }) {
  const form = useContractForm("changeName", {
    initial: { name },
    input: (values) => ({ body: { name: values.name.trim() } }),
    onDone: () => toast("Name saved"),
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      className="max-w-md space-y-3"
      title="Your name was not saved"
      undone="No changes were made."
      action="Save your name"
      busy="Saving…"
    >
      <TextField
        label="Your name"
        autoComplete="name"
        {...form.field("name")}
        hint="Your team sees it, and so do the people who review withdrawals."
        maxLength={100}
      />
    </RequestForm>
  );
}

/** Changes the person's own name. */
export function ChangeName() {
  const { data: account, error, refetch } = useAccount();
  if (!account)
    return error ? (
      <ErrorPanel
        title="Your profile could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-36 max-w-md" />
    );
  return (
    <div className="space-y-4">
      <NameForm name={account.name} />
      <p className="text-small text-quiet">
        You sign in as <span className="break-all text-text">{account.email}</span>.
      </p>
    </div>
  );
}

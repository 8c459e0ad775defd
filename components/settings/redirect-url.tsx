"use client";

import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RoleNote } from "@/components/ui/role-note";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { FormFailure } from "./form-failure";
import { useProfile } from "./queries";

/** The form of the address to which users return after verification. */
export function RedirectUrl({ mayChange }: { mayChange: boolean }) {
  const { data: profile, error, refetch } = useProfile();
  const { submit, isBusy, failure } = useSubmission("setRedirectUrl", {
    onDone: () => toast("Redirect URL saved"),
  });
  if (!profile)
    return error ? (
      <ErrorPanel
        title="The redirect URL could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-20 max-w-md" />
    );
  if (!mayChange)
    return (
      <div className="space-y-1">
        <p className="text-small break-all">{profile.redirectUrl ?? "Not set"}</p>
        <RoleNote>Only owners and developers can change the redirect URL.</RoleNote>
      </div>
    );
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("redirectUrl") ?? "").trim();
    submit({ body: { redirectUrl: text } });
  };
  return (
    <Form noValidate onSubmit={onSubmit} className="max-w-md space-y-3">
      <TextField
        label="Redirect URL"
        name="redirectUrl"
        type="url"
        defaultValue={profile.redirectUrl ?? ""}
        error={failure && fieldSentences(failure.fields).redirectUrl}
        hint="HTTPS. Users are redirected here after verification with their ID as referenceId."
        maxLength={2048}
      />
      <FormFailure title="The redirect URL was not saved" failure={failure} />
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isBusy ? "Saving…" : "Save URL"}
      </Button>
    </Form>
  );
}

"use client";

import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { RoleNote } from "@/components/ui/role-note";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { useSavedForm } from "@/lib/api/client/form/use-saved-form";
import { useProfile } from "./queries";

function UrlForm({ redirectUrl }: { redirectUrl: string | null }) {
  const form = useSavedForm("setRedirectUrl", {
    saved: { redirectUrl: redirectUrl ?? "" },
    input: (values) => ({ body: { redirectUrl: values.redirectUrl.trim() } }),
    onUnchanged: () => toast("Nothing was changed"),
    onDone: () => toast("Redirect URL saved"),
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      className="max-w-md space-y-3"
      title="The redirect URL was not saved"
      undone="No changes were made."
      action="Save URL"
      busy="Saving…"
    >
      <TextField
        label="Redirect URL"
        type="url"
        {...form.field("redirectUrl")}
        hint="HTTPS. Users are redirected here after verification with their ID as referenceId."
        maxLength={2048}
      />
    </RequestForm>
  );
}

/** The address to which users return after verification. */
export function RedirectUrl({ mayChange }: { mayChange: boolean }) {
  const { data: profile, error, refetch } = useProfile();
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
  return <UrlForm redirectUrl={profile.redirectUrl} />;
}

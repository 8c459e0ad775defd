"use client";

import { CompanyMark } from "@/components/ui/company-mark";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { RoleNote } from "@/components/ui/role-note";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { type Company as CompanyData, useCompany } from "@/lib/api/client/company";
import { useSavedForm } from "@/lib/api/client/form/use-saved-form";
import { LogoField } from "./logo-field";

const brandOf = ({ name, publicName, logoUrl }: CompanyData) => ({
  name: publicName ?? name,
  logoUrl,
});

function NameForm({ company }: { company: CompanyData }) {
  const form = useSavedForm("setPublicName", {
    saved: { publicName: company.publicName ?? "" },
    input: (values) => ({ body: { publicName: values.publicName.trim() || null } }),
    onUnchanged: () => toast("Nothing was changed"),
    onDone: () => toast("Public name saved"),
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      className="max-w-md space-y-3"
      title="The public name was not saved"
      undone="No changes were made."
      action="Save name"
      busy="Saving…"
    >
      <TextField
        label="Public name"
        {...form.field("publicName")}
        placeholder={company.name}
        hint={`Your users see this name during verification, and your team in the dashboard. Leave it empty to show “${company.name}”.`}
        maxLength={100}
      />
    </RequestForm>
  );
}

/** The name and the logo that the partner's users see. */
export function Company({ mayChange }: { mayChange: boolean }) {
  const { data: company, error, refetch } = useCompany();
  if (!company)
    return error ? (
      <ErrorPanel
        title="Your company’s details could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-40 max-w-md" />
    );
  if (!mayChange)
    return (
      <div className="space-y-2">
        <p className="flex items-center gap-3 font-medium">
          <CompanyMark {...brandOf(company)} size="large" />
          {brandOf(company).name}
        </p>
        <RoleNote>Only owners can change the public name and the logo.</RoleNote>
      </div>
    );
  return (
    <div className="space-y-6">
      <LogoField {...brandOf(company)} />
      <NameForm company={company} />
    </div>
  );
}

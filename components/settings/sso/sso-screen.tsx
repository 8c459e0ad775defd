"use client";

import dynamic from "next/dynamic";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { Part } from "../part";
import { SettingsFrame } from "../settings-frame";
import { useSso } from "./queries";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const Domains = dynamic(() => import("./domains").then(({ Domains }) => Domains));
const ProviderForm = dynamic(() =>
  import("./provider-form").then(({ ProviderForm }) => ProviderForm),
);
const RequireSso = dynamic(() => import("./require-sso").then(({ RequireSso }) => RequireSso));
const LinkedAccounts = dynamic(() =>
  import("./linked-accounts").then(({ LinkedAccounts }) => LinkedAccounts),
);

function SsoParts() {
  const { data, error, refetch } = useSso();
  if (!data)
    return error ? (
      <ErrorPanel
        title="Single sign-on could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-60" />
    );
  return (
    <div className="space-y-8">
      <Part
        title="Domains"
        note="Emails of verified domains can be linked to accounts of your identity provider."
      >
        <Domains domains={data.domains} />
      </Part>
      <Part title="Identity provider" note="OpenID Connect, such as Okta, Google or Keycloak.">
        <ProviderForm sso={data} />
      </Part>
      {data.connection && (
        <>
          <Part
            title="Require single sign-on"
            note="Refuse passwords, except those of people with break-glass access."
          >
            <RequireSso sso={data} />
          </Part>
          <Part title="Linked accounts" note="Each person is linked at their first sign-in.">
            <LinkedAccounts people={data.people} />
          </Part>
        </>
      )}
    </div>
  );
}

/** The page of the partner's identity provider, for owners. */
export function SsoScreen() {
  const { role } = useReader();
  return (
    <SettingsFrame>
      {role === "owner" ? (
        <SsoParts />
      ) : (
        <RoleNote>Only owners can see and change single sign-on.</RoleNote>
      )}
    </SettingsFrame>
  );
}

"use client";

import dynamic from "next/dynamic";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { Part } from "../part";
import { SettingsFrame } from "../settings-frame";
import { type Sso, useSso } from "./queries";
import { SsoSteps } from "./sso-steps";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const Domains = dynamic(() => import("./domains").then(({ Domains }) => Domains));
const ProviderForm = dynamic(() =>
  import("./provider-form").then(({ ProviderForm }) => ProviderForm),
);
const RequireSso = dynamic(() => import("./require-sso").then(({ RequireSso }) => RequireSso));
const LinkedAccounts = dynamic(() =>
  import("./linked-accounts").then(({ LinkedAccounts }) => LinkedAccounts),
);

const noteOf = ({ connection }: Sso) =>
  connection
    ? "People can sign in through your identity provider or with a password."
    : "Off: everyone signs in with a password.";

/** The parts in their places, while their content is loading. */
function SsoLoading() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading single sign-on</span>
      {["h-31", "h-28", "h-150"].map((height) => (
        <div key={height} className="grid gap-x-10 gap-y-3 md:grid-cols-[14rem_minmax(0,1fr)]">
          <Skeleton className="h-10" />
          <Skeleton className={`max-w-md ${height}`} />
        </div>
      ))}
    </div>
  );
}

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
      <SsoLoading />
    );
  return (
    <div className="space-y-8">
      <Part
        title="Set-up"
        note={data.isOnly ? "Everyone signs in through your identity provider." : noteOf(data)}
      >
        <SsoSteps sso={data} />
      </Part>
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

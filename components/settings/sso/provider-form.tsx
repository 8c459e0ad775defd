"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { TextAreaField, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { LastSignIn } from "./last-sign-in";
import { hasSameValues, mergedWith, type ProviderValues, savedOf } from "./provider-values";
import type { Sso } from "./queries";
import { RemoveSso } from "./remove-sso";
import { rulesOf } from "./rule-lines";
import { useFreshSso } from "./use-fresh-sso";

const SECRET_HINT = "Shown by the provider when you register the client.";

interface ProviderFieldsProps {
  form: Pick<ContractForm<ProviderValues>, "field">;
  isNew: boolean;
}

function ProviderFields({ form, isNew }: ProviderFieldsProps) {
  return (
    <>
      <TextField
        label="Issuer URL"
        type="url"
        {...form.field("issuer")}
        hint="As in the provider’s configuration, such as https://login.example.com. Changing it unlinks all accounts, and is possible only while single sign-on is not required."
        maxLength={2048}
      />
      <TextField label="Client ID" {...form.field("clientId")} maxLength={300} />
      <TextField
        label="Client secret"
        type="password"
        autoComplete="off"
        {...form.field("clientSecret")}
        hint={isNew ? SECRET_HINT : "Leave empty to keep the current secret."}
      />
      <TextField
        label="Role claim"
        {...form.field("roleClaim")}
        required={false}
        hint="The claim with a person’s groups, such as groups. Without it, roles come from invitations."
        maxLength={100}
      />
      <TextAreaField
        label="Role rules"
        rows={3}
        {...form.field("roleRules")}
        required={false}
        hint="One per line, such as: card-admins = owner. The first match sets the role at each sign-in."
      />
    </>
  );
}

/**
 * The form of the settings. Another owner can save others while it is open: sent as they were read, they would bring back
 * what that owner removed, such as a rule that makes people owners. So the form takes them over and asks again, also when
 * only the service noticed it.
 */
function useProvider(sso: Sso) {
  const saved = savedOf(sso);
  const [read, setRead] = useState(saved);
  // A new version with the same settings is one after this page required single sign-on, or after another secret was saved.
  const isOvertaken = read.version !== saved.version && !hasSameValues(read, saved);
  const [isRefused, setRefused] = useState(false);
  const form = useContractForm("setSso", {
    initial: { ...read.values, clientSecret: "", password: "" } as ProviderValues,
    input: ({ issuer, clientId, clientSecret, roleClaim, roleRules, password }) => ({
      body: {
        ...{ issuer: issuer.trim(), clientId: clientId.trim(), password },
        ...(clientSecret.trim() !== "" && { clientSecret: clientSecret.trim() }),
        roleClaim: roleClaim.trim() || null,
        roleRules: rulesOf(roleRules).rules,
        version: isOvertaken ? read.version : saved.version,
      },
    }),
    check: ({ roleRules }): Record<string, string> => {
      const { wrong } = rulesOf(roleRules);
      return wrong === undefined
        ? {}
        : { roleRules: `“${wrong}” is not a rule. Write: value = owner, developer or viewer.` };
    },
    names: { SSO_ISSUER_UNUSABLE: "issuer", SSO_IS_REQUIRED: "issuer" },
    beforeSend: (values) => {
      setRefused(false);
      if (isOvertaken) takeOver(values);
      return isOvertaken;
    },
    onDone: (data) => {
      const stored = data ? savedOf(data) : saved;
      setRead(stored);
      form.reset({ ...stored.values, clientSecret: "", password: "" });
      toast("Single sign-on saved");
    },
  });
  const takeOver = (typed: ProviderValues) => {
    form.clearFailure();
    form.reset(mergedWith(saved.values, read.values, typed));
    setRead(saved);
    setRefused(true);
  };
  const isLate = useFreshSso(form.failure);
  const takeOverLate = useEffectEvent(() => takeOver(form.values));
  useEffect(() => {
    if (isLate && isOvertaken) takeOverLate();
  }, [isLate, isOvertaken]);
  return { form, isRefused };
}

function Overtaken() {
  return (
    <Notice state="attention" title="The settings changed meanwhile" isLive>
      <p className="text-small">
        Nothing was saved. The form shows the present settings and what you typed. Check them, then
        enter your password again.
      </p>
    </Notice>
  );
}

/** The identity provider: issuer, client and the rules for roles. */
export function ProviderForm({ sso }: { sso: Sso }) {
  const { connection, redirectUri } = sso;
  const [isRemoving, setRemoving] = useState(false);
  const { form, isRefused } = useProvider(sso);
  return (
    <div className="space-y-5">
      <div className="space-y-2 text-small">
        <p className="text-quiet">
          Register a confidential client (authorization code) with this redirect URI:
        </p>
        <CodeLine text={redirectUri} label="the redirect URI" />
      </div>
      {connection && <LastSignIn connection={connection} />}
      <RequestForm
        form={form}
        isCompact
        className="max-w-md space-y-3"
        title="Single sign-on was not saved"
        undone="No changes were made."
        action="Save provider"
        busy="Checking…"
        leave={
          connection && (
            <Button look="plain" size="compact" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )
        }
      >
        <ProviderFields form={form} isNew={connection === undefined} />
        {/* Beside the button: on a phone the beginning of the form is out of sight. */}
        {isRefused && <Overtaken />}
        <PasswordField
          hint="Required because it changes who can sign in."
          {...form.field("password")}
        />
      </RequestForm>
      {isRemoving && <RemoveSso onClose={() => setRemoving(false)} />}
    </div>
  );
}

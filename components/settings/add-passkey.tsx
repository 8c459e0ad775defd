"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { createPasskey } from "@/lib/api/client/passkeys";
import { useSubmission } from "@/lib/api/client/use-submission";

const INITIAL = { name: "", password: "", code: "" };

interface AddPasskeyProps {
  hasSecondFactor: boolean;
  onDone: () => void;
}

/** Confirms the person, has the browser make a passkey, and stores it. */
export function AddPasskey({ hasSecondFactor, onDone }: AddPasskeyProps) {
  const [fault, setFault] = useState<string>();
  const register = useSubmission("registerPasskey", {
    onDone: () => {
      toast("Passkey added");
      onDone();
    },
  });
  const form = useContractForm("startPasskey", {
    initial: INITIAL,
    input: ({ password, code }) => ({ body: { password, ...(hasSecondFactor && { code }) } }),
    check: ({ name }): Record<string, string> =>
      name.trim() === "" ? { name: "Enter a name." } : {},
    names: { SECOND_FACTOR_INVALID: "code" },
    onDone: async (started) => {
      setFault(undefined);
      if (!started) return;
      const { made: credential, fault } = await createPasskey(started.options);
      setFault(fault);
      if (credential) register.submit({ body: { name: form.values.name.trim(), credential } });
    },
  });
  return (
    <RequestForm
      form={{ ...form, isBusy: form.isBusy || register.isBusy }}
      isCompact
      className="max-w-md space-y-3"
      title="The passkey was not added"
      undone="No changes were made."
      action="Add the passkey"
      busy="Waiting for your device…"
      leave={
        <Button look="plain" size="compact" onClick={onDone}>
          Cancel
        </Button>
      }
    >
      <TextField
        label="Name of the passkey"
        autoFocus
        maxLength={60}
        {...form.field("name")}
        hint="Such as the device: “Work laptop”."
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        {...form.field("password")}
      />
      {hasSecondFactor && (
        <TextField
          label="Current code or a recovery code"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.field("code")}
        />
      )}
      {fault && !form.isBusy && (
        <Notice state="failed" title="No passkey was made" isLive>
          <p>{fault}</p>
        </Notice>
      )}
      {register.failure && (
        <ErrorPanel title="The passkey was not added" failure={register.failure} />
      )}
    </RequestForm>
  );
}

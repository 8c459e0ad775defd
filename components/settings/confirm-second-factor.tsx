"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { TextField } from "@/components/ui/field";
import { RecoveryCodes } from "@/components/ui/recovery-codes";
import { RequestForm } from "@/components/ui/request-form";
import { ScanOrCopy } from "@/components/ui/scan-or-copy";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";

interface ConfirmSecondFactorProps {
  started: ApiData<"startSecondFactor">;
  /** The email of the account. */
  account: string;
  onDone: () => void;
}

/** Proves that the authenticator is set up; then the second factor is on. */
export function ConfirmSecondFactor({ started, account, onDone }: ConfirmSecondFactorProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useContractForm("confirmSecondFactor", {
    initial: { totp: "" },
    input: (values) => ({ body: values }),
    onDone: (data) => {
      toast("2FA is on. Your other sessions were signed out");
      if (data) setCodes(data.recoveryCodes);
      else onDone();
    },
  });
  if (codes) return <RecoveryCodes codes={codes} account={account} onDone={onDone} />;
  return (
    <RequestForm
      form={form}
      isCompact
      className="max-w-xl space-y-3"
      title="2FA was not turned on"
      undone="No changes were made."
      remedy="Reload the page. If 2FA is on, set it up again to see recovery codes."
      action="Turn on"
      busy="Checking…"
      leave={
        <Button look="plain" size="compact" onClick={onDone}>
          Cancel
        </Button>
      }
    >
      <p className="text-small">
        Scan the QR code with your authenticator app, or{" "}
        <a href={started.otpauthUrl} className="text-accent underline underline-offset-4">
          open it on this device
        </a>
        . Then enter the code that the app shows.
      </p>
      <ScanOrCopy text={started.otpauthUrl} label="the setup link" />
      <p className="text-small">Or enter this setup key:</p>
      <CodeLine text={started.secret} label="the setup key" />
      <TextField
        label="6-digit code"
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field("totp")}
      />
    </RequestForm>
  );
}

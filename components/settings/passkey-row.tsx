"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";

type Passkey = ApiData<"listPasskeys">["passkeys"][number];

interface FormProps {
  passkey: Passkey;
  onDone: () => void;
}

function Cancel({ onDone }: Pick<FormProps, "onDone">) {
  return (
    <Button look="plain" size="compact" onClick={onDone}>
      Cancel
    </Button>
  );
}

function Rename({ passkey: { passkeyId, name }, onDone }: FormProps) {
  const form = useContractForm("renamePasskey", {
    initial: { name },
    input: (values) => ({ params: { passkeyId }, body: { name: values.name.trim() } }),
    onDone,
  });
  return (
    <RequestForm
      form={form}
      isCompact
      className="max-w-md space-y-2"
      title="The passkey was not renamed"
      action="Rename"
      busy="Renaming…"
      leave={<Cancel onDone={onDone} />}
    >
      <TextField label={`New name for ${name}`} {...form.field("name")} maxLength={60} autoFocus />
    </RequestForm>
  );
}

function Remove({
  passkey: { passkeyId, name },
  hasSecondFactor,
  onDone,
}: FormProps & { hasSecondFactor: boolean }) {
  const form = useContractForm("removePasskey", {
    initial: { password: "", code: "" },
    input: ({ password, code }) => ({
      params: { passkeyId },
      body: { password, ...(hasSecondFactor && { code }) },
    }),
    names: { SECOND_FACTOR_INVALID: "code" },
    onDone: () => {
      toast(`${name} was removed`);
      onDone();
    },
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isDangerous
      className="max-w-md space-y-2"
      title="The passkey was not removed"
      undone="No changes were made."
      action={`Remove ${name}`}
      busy="Removing…"
      leave={<Cancel onDone={onDone} />}
    >
      <p className="text-small">
        You can no longer use it here, and your other sessions are signed out. Delete it from your
        device or password manager too.
      </p>
      <TextField
        label="Password"
        type="password"
        autoFocus
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
    </RequestForm>
  );
}

/** One passkey of the person, with what can be done with it. */
export function PasskeyRow({
  passkey,
  hasSecondFactor,
}: {
  passkey: Passkey;
  hasSecondFactor: boolean;
}) {
  const { open, close, opener } = useInlineForm<"rename" | "remove">();
  const { name, fingerprint, isBackedUp, createdAt, lastUsedAt } = passkey;
  return (
    <li className="space-y-2 py-3">
      <p className="font-medium break-words">{name}</p>
      <p className="text-small text-quiet">
        Added <Time instant={createdAt} />
        {lastUsedAt && (
          <>
            , last used <Time instant={lastUsedAt} />
          </>
        )}
        {isBackedUp ? ". Copied to your other devices." : ". On one device."}
      </p>
      <p className="text-small text-quiet">
        Fingerprint <code className="font-mono break-all">{fingerprint}</code>
      </p>
      {open === "rename" && <Rename passkey={passkey} onDone={close} />}
      {open === "remove" && (
        <Remove passkey={passkey} hasSecondFactor={hasSecondFactor} onDone={close} />
      )}
      {!open && (
        <div className="flex flex-wrap gap-2">
          <Button look="plain" size="compact" {...opener("rename")}>
            Rename<span className="sr-only"> {name}</span>
          </Button>
          <Button look="plain" size="compact" {...opener("remove")}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

"use client";

import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { BASIC_SCOPES } from "@/lib/contract/scopes";
import { KeyPassword } from "./key-password";
import { KeyScopes, type OwnerScope } from "./key-scopes";

interface CreateKeyProps {
  onCreated: (apiKey: string) => void;
  onClose: () => void;
}

/** Creates an API key with a name. */
export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const form = useContractForm("createApiKey", {
    initial: { name: "", scopes: [] as OwnerScope[], password: "" },
    input: ({ name, scopes, password }) => ({
      body: { name, scopes: [...BASIC_SCOPES, ...scopes], password },
    }),
    onDone: (data) => (data ? onCreated(data.apiKey) : onClose()),
  });
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <RequestForm
        form={form}
        title="The key was not created"
        remedy="Check the list and revoke any key you do not recognize."
        action="Create key"
        busy="Creating…"
      >
        <TextField
          label="Name"
          {...form.field("name")}
          hint="What the key is used for, such as booking server."
          maxLength={100}
          autoComplete="off"
          data-first-focus=""
        />
        <KeyScopes chosen={form.values.scopes} onChoose={(scopes) => form.set("scopes", scopes)} />
        <KeyPassword {...form.field("password")} />
      </RequestForm>
    </Dialog>
  );
}

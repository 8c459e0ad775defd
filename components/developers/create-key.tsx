"use client";

import { Dialog } from "@/components/ui/dialog";
import { TextAreaField, TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiKeyScope } from "@/lib/contract/scopes";
import { type Access, KeyAccess } from "./key-access";
import { expiryErrors, expiryOf, KeyExpiry, NO_EXPIRY } from "./key-expiry";
import { KeyPassword } from "./key-password";
import { PRESET_SCOPES } from "./scope-words";

interface CreateKeyProps {
  onCreated: (apiKey: string) => void;
  onClose: () => void;
}

const INITIAL = {
  name: "",
  access: "standard" as Access,
  scopes: PRESET_SCOPES.standard as readonly ApiKeyScope[],
  ...NO_EXPIRY,
  allowedIps: "",
  password: "",
};

/** The entries of the field, one per line or separated by commas or spaces. */
const entriesOf = (text: string) => text.split(/[\s,]+/).filter((entry) => entry !== "");

/** Returns the body of the request. */
function bodyOf({ name, scopes, allowedIps, password, ...expiry }: typeof INITIAL) {
  const ips = entriesOf(allowedIps);
  const expiresAt = expiryOf(expiry);
  return {
    name,
    scopes: [...scopes],
    ...(expiresAt !== undefined && { expiresAt }),
    ...(ips.length > 0 && { allowedIps: ips }),
    password,
  };
}

function checked({ scopes, ...expiry }: typeof INITIAL): Record<string, string> {
  const isEmpty = scopes.length === 0;
  return {
    ...(isEmpty && { scopes: "Choose at least one permission." }),
    ...expiryErrors(expiry),
  };
}

/** Creates an API key with its permissions, expiry and IP addresses. */
export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const form = useContractForm("createApiKey", {
    initial: INITIAL,
    input: (values) => ({ body: bodyOf(values) }),
    check: checked,
    names: { expiresAt: "expiresOn" },
    onDone: (data) => (data ? onCreated(data.apiKey) : onClose()),
  });
  const { access, scopes } = form.values;
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
        <KeyAccess
          access={access}
          scopes={scopes}
          error={form.field("scopes").error}
          onChoose={(chosenAccess, chosenScopes) => {
            form.set("access", chosenAccess);
            form.set("scopes", chosenScopes);
          }}
        />
        <KeyExpiry expires={form.field("expires")} expiresOn={form.field("expiresOn")} />
        <TextAreaField
          label="Allowed IP addresses"
          {...form.field("allowedIps")}
          hint="IPv4, IPv6 or CIDR, one per line. If empty, the key works from everywhere."
          placeholder={"203.0.113.7\n2001:db8::/32"}
          rows={2}
          autoComplete="off"
          spellCheck={false}
          required={false}
        />
        <KeyPassword {...form.field("password")} />
      </RequestForm>
    </Dialog>
  );
}

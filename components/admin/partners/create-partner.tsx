"use client";

import { useState } from "react";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { InvitationLink } from "@/components/ui/invitation-link";
import { RequestForm } from "@/components/ui/request-form";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { SETTING_FIELDS } from "@/lib/partners/setting-words";
import { readSettings } from "./read-settings";
import { SettingsFields, settingTexts } from "./settings-fields";

const INITIAL = { name: "", ownerEmail: "", ...settingTexts(), totp: "" };

/** The fields of a new partner; its settings are collapsed until one is invalid. */
function Fields({ field }: Pick<ContractForm<typeof INITIAL>, "field">) {
  const hasWrongSetting = SETTING_FIELDS.some(({ name }) => field(name).error !== undefined);
  return (
    <>
      <TextField
        label="Name"
        {...field("name")}
        maxLength={100}
        autoComplete="off"
        data-first-focus=""
      />
      <TextField label="Owner’s email" type="email" {...field("ownerEmail")} autoComplete="off" />
      <details open={hasWrongSetting || undefined} className="group/fold open:space-y-4">
        <summary className="flex min-h-9 cursor-pointer items-center gap-1 text-small font-medium text-accent">
          <span className="group-open/fold:rotate-90">
            <Icon name="forward" size={14} />
          </span>
          Custom fees and limits
        </summary>
        <SettingsFields isNew field={field} />
      </details>
    </>
  );
}

/** Creates a partner, with its wallet and the invitation link of its first owner. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const form = useContractForm("createPartner", {
    initial: INITIAL,
    input: ({ name, ownerEmail, totp, ...settings }) => ({
      body: {
        ...readSettings(settings).body,
        name: name.trim(),
        ownerEmail: ownerEmail.trim(),
        totp,
      },
    }),
    check: (values) => readSettings(values).errors,
    onDone: (data) => setLink(data?.inviteUrl),
  });
  if (link)
    return (
      <InvitationLink title="Invitation link" link={link} whom="the owner" onClose={onClose} />
    );
  return (
    <Dialog title="Create partner" onClose={onClose}>
      <RequestForm
        form={form}
        title="The partner was not created"
        action="Create partner"
        busy="Creating…"
      >
        <Fields field={form.field} />
        <CodeField {...form.field("totp")} />
      </RequestForm>
    </Dialog>
  );
}

"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Icon } from "@/components/ui/icon";
import { InvitationLink } from "@/components/ui/invitation-link";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import { readSettings } from "./read-settings";
import { SETTING_FIELDS, SettingsFields } from "./settings-fields";

type Wrong = Partial<Record<string, string>>;

/** The fields of a new partner; its settings are collapsed until one is invalid. */
function Fields({ refused, wrong }: { refused: Wrong; wrong: Wrong }) {
  const hasWrongSetting = SETTING_FIELDS.some(({ name }) => wrong[name] !== undefined);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        error={refused.name}
        maxLength={100}
        autoComplete="off"
        data-first-focus=""
      />
      <TextField
        label="Owner’s email"
        name="ownerEmail"
        type="email"
        error={refused.ownerEmail}
        autoComplete="off"
      />
      <details open={hasWrongSetting || undefined} className="group/fold open:space-y-4">
        <summary className="flex min-h-9 cursor-pointer items-center gap-1 text-small font-medium text-accent">
          <span className="group-open/fold:rotate-90">
            <Icon name="forward" size={14} />
          </span>
          Custom fees and limits
        </summary>
        <SettingsFields errors={wrong} />
      </details>
    </>
  );
}

/** Creates a partner, with its wallet and the invitation link of its first owner. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState("");
  const [link, setLink] = useState<string>();
  const [unread, setUnread] = useState<Wrong>({});
  const { submit, isBusy, failure } = useSubmission("createPartner", {
    onDone: (data) => setLink(data?.inviteUrl),
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const { body, errors } = readSettings(form);
    setUnread(errors);
    if (Object.keys(errors).length > 0) return;
    submit({ body: { ...body, name: text("name"), ownerEmail: text("ownerEmail"), totp: code } });
  };
  if (link)
    return (
      <InvitationLink title="Invitation link" link={link} whom="the owner" onClose={onClose} />
    );
  const refused = formErrors(failure);
  const wrong = { ...refused, ...unread };
  return (
    <Dialog title="Create partner" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <Fields refused={refused} wrong={wrong} />
        <CodeField
          code={code}
          error={refused.totp}
          hint="From your authenticator app."
          onChange={setCode}
        />
        {failure && Object.keys(refused).length === 0 && (
          <ErrorPanel title="The partner was not created" failure={failure} />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create partner"}
        </Button>
      </Form>
    </Dialog>
  );
}

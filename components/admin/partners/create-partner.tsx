"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { fieldSentences } from "@/lib/fetch/check-fields";
import { useSubmission } from "@/lib/fetch/use-submission";
import { InviteLink } from "./invite-link";
import { readSettings } from "./read-settings";
import { SettingsFields } from "./settings-fields";

/** Makes a partner, with its wallet and the link for its first owner. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const [unread, setUnread] = useState<Partial<Record<string, string>>>({});
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
    submit({ body: { ...body, name: text("name"), ownerEmail: text("ownerEmail") } });
  };
  if (link) return <InviteLink link={link} onClose={onClose} />;
  const refused = failure ? fieldSentences(failure.fields) : {};
  return (
    <Dialog title="Create a partner" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="Name"
          name="name"
          error={refused.name}
          maxLength={100}
          autoComplete="off"
          data-first-focus=""
        />
        <TextField
          label="E-mail of its first owner"
          name="ownerEmail"
          type="email"
          error={refused.ownerEmail}
          autoComplete="off"
        />
        <details className="space-y-4">
          <summary className="text-small font-medium">Fees and limits, where not as usual</summary>
          <SettingsFields errors={{ ...refused, ...unread }} />
        </details>
        {failure && Object.keys(refused).length === 0 && (
          <ErrorPanel
            title="The partner was not created"
            failure={failure}
            unknown="Look whether it is in the list before you try again."
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create the partner"}
        </Button>
      </form>
    </Dialog>
  );
}

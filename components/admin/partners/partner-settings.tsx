"use client";

import { type SubmitEvent, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { Form } from "@/components/ui/form";
import { useReader } from "@/components/ui/reader";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { LoosenLimit } from "./loosen-limit";
import type { Partner } from "./queries";
import { isLoosened, type ReadSettings, readSettings } from "./read-settings";
import { SETTING_FIELDS, SettingsFields } from "./settings-fields";

function Shown({ partner }: { partner: Partner }) {
  return (
    <Facts
      facts={SETTING_FIELDS.map(({ name, label, unit }) => {
        const value = partner[name];
        if (value === null) return [label, "Never"] as const;
        if (unit === "usd") return [label, <Amount key={name} value={value} />] as const;
        return [label, unit === "percent" ? `${value} %` : value.toLocaleString("en-US")] as const;
      })}
    />
  );
}

function SettingsForm({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [unread, setUnread] = useState<Partial<Record<string, string>>>({});
  const [loosening, setLoosening] = useState<ReadSettings["body"]>();
  const { submit, isBusy, failure, reset } = useSubmission("changePartner", {
    onDone: (data) => {
      toast(
        data?.request
          ? "The two-approver threshold is pending confirmation by a second administrator"
          : `Settings of ${partner.name} saved`,
        { about: partner.partnerId },
      );
      onClose();
    },
  });
  const params = { id: partner.partnerId };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { body, errors } = readSettings(new FormData(event.currentTarget), partner);
    setUnread(errors);
    if (Object.keys(errors).length > 0) return;
    reset();
    if (Object.keys(body).length === 0) onClose();
    else if (isLoosened(partner, body)) setLoosening(body);
    else submit({ params, body });
  };
  const refused = failure ? fieldSentences(failure.fields) : {};
  const isRefused = SETTING_FIELDS.some(({ name }) => refused[name] !== undefined);
  // Errors of fields are shown at the fields.
  const isAsking = loosening !== undefined && !isRefused;
  return (
    <>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <SettingsFields partner={partner} errors={{ ...refused, ...unread }} />
        {failure && !isRefused && !isAsking && (
          <ErrorPanel
            title="The settings were not changed"
            failure={failure}
            undone="The settings were not changed."
          />
        )}
        <div className="flex gap-2">
          <Button type="submit" size="compact" disabled={isBusy}>
            {isBusy ? "Saving…" : "Save"}
          </Button>
          <Button look="plain" size="compact" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
      {isAsking && (
        <LoosenLimit
          partner={partner}
          wanted={loosening.secondApprovalAbove ?? null}
          isBusy={isBusy}
          failure={failure}
          onDecide={(totp) => submit({ params, body: { ...loosening, totp } })}
          onClose={() => setLoosening(undefined)}
        />
      )}
    </>
  );
}

/** The partner's fees, request rate, and the amount above which two must approve. */
export function PartnerSettings({ partner }: { partner: Partner }) {
  const [isChanging, setChanging] = useState(false);
  const { role } = useReader();
  return (
    <section className="space-y-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Fees and limits</h3>
        {role === "admin" && !isChanging && (
          <Button look="plain" size="compact" onClick={() => setChanging(true)}>
            Edit
          </Button>
        )}
      </header>
      {isChanging ? (
        <SettingsForm partner={partner} onClose={() => setChanging(false)} />
      ) : (
        <Shown partner={partner} />
      )}
    </section>
  );
}

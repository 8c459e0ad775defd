"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";
import { SETTING_FIELDS } from "@/lib/partners/setting-words";
import { type Partner, useAreTwoNeeded } from "./queries";
import { type ReadSettings, readSettings, settingsForTwo } from "./read-settings";
import { RequestSettings } from "./request-settings";
import { SettingsFields, settingTexts } from "./settings-fields";

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

interface SettingsFormProps {
  partner: Partner;
  onClose: () => void;
}

function SettingsForm({ partner, onClose }: SettingsFormProps) {
  const areTwoNeeded = useAreTwoNeeded();
  // What another administrator changes while the form is open is not set back by it.
  const [opened] = useState(partner);
  const [requested, setRequested] = useState<ReadSettings["body"]>();
  const params = { id: partner.partnerId };
  const onDone = (data: ApiData<"changePartner"> | undefined) => {
    toast(
      data?.request
        ? `Changes for ${partner.name} are pending confirmation by a second administrator`
        : `Settings of ${partner.name} saved`,
      { about: partner.partnerId },
    );
    onClose();
  };
  const form = useContractForm("changePartner", {
    initial: settingTexts(opened),
    input: (values) => ({ params, body: readSettings(values, opened).body }),
    check: (values) => readSettings(values, opened).errors,
    beforeSend: (values) => {
      const { body } = readSettings(values, opened);
      if (Object.keys(body).length === 0) onClose();
      else if (settingsForTwo(partner, body, areTwoNeeded).length > 0) setRequested(body);
      else return false;
      return true;
    },
    onDone,
  });
  const code = useContractForm("changePartner", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params, body: { ...requested, totp } }),
    onDone,
  });
  return (
    <>
      <RequestForm
        form={form}
        isCompact
        className="space-y-4"
        title="The settings were not changed"
        action="Save"
        busy="Saving…"
        leave={
          <Button look="plain" size="compact" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <SettingsFields field={form.field} />
      </RequestForm>
      {requested && (
        <RequestSettings
          partner={partner}
          names={settingsForTwo(partner, requested, areTwoNeeded)}
          wanted={requested}
          form={code}
          code={code.field("totp")}
          onClose={() => {
            setRequested(undefined);
            code.clearFailure();
            code.reset();
          }}
        />
      )}
    </>
  );
}

/** The partner's fees, request rate, and the amount above which two must approve. */
export function PartnerSettings({ partner }: { partner: Partner }) {
  const { open, close, opener } = useInlineForm<"edit">();
  const { role } = useReader();
  return (
    <section className="space-y-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Fees and limits</h3>
        {role === "admin" && !open && (
          <Button look="plain" size="compact" {...opener("edit")}>
            Edit
          </Button>
        )}
      </header>
      {open ? <SettingsForm partner={partner} onClose={close} /> : <Shown partner={partner} />}
    </section>
  );
}

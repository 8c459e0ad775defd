"use client";

import type { ComponentProps } from "react";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { type Setting, settingLabel, settingText } from "@/lib/partners/setting-words";
import type { Partner } from "./queries";
import type { ReadSettings } from "./read-settings";

interface RequestSettingsProps
  extends Pick<ComponentProps<typeof DecisionDialog>, "form" | "code" | "onClose"> {
  partner: Partner;
  /** The settings that a second administrator must confirm. */
  names: readonly Setting[];
  wanted: ReadSettings["body"];
}

/** Asks for a code before a second administrator is asked to confirm changes of settings. */
export function RequestSettings({ partner, names, wanted, ...dialog }: RequestSettingsProps) {
  return (
    <DecisionDialog
      title="Request these changes?"
      action="Request changes"
      leave="Cancel"
      undone="The settings were not changed."
      {...dialog}
    >
      <p>Another administrator must confirm these changes for {partner.name} within 72 hours:</p>
      <ul className="list-disc space-y-1 pl-5">
        {names.map((name) => (
          <li key={name}>
            {settingLabel(name)} from {settingText(name, partner[name])} to{" "}
            {settingText(name, wanted[name] ?? null)}
          </li>
        ))}
      </ul>
      {names.includes("secondApprovalAbove") && (
        <p>The new threshold for two approvers also applies to pending withdrawals.</p>
      )}
      {Object.keys(wanted).length > names.length && (
        <p>Your other changes are saved immediately.</p>
      )}
    </DecisionDialog>
  );
}

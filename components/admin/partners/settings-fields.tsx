import { AmountField, TextField } from "@/components/ui/field";
import type { Partner } from "./queries";

export type Setting =
  | "kycFee"
  | "cardCreationFee"
  | "fundingFee"
  | "fundingFeePercent"
  | "cardWithdrawalFee"
  | "crossBorderFeePercent"
  | "requestsPerS"
  | "requestBurst"
  | "secondApprovalAbove";

interface SettingField {
  name: Setting;
  label: string;
  unit: "usd" | "percent" | "count";
  hint?: string;
}

/** In the order in which people meet them. */
export const SETTING_FIELDS: readonly SettingField[] = [
  { name: "kycFee", label: "Identity check", unit: "usd" },
  { name: "cardCreationFee", label: "New card", unit: "usd" },
  { name: "fundingFee", label: "Funding a card, flat", unit: "usd" },
  { name: "fundingFeePercent", label: "Funding a card, percent", unit: "percent" },
  {
    name: "cardWithdrawalFee",
    label: "Withdrawal from a card",
    unit: "usd",
    hint: "5.00 at most.",
  },
  { name: "crossBorderFeePercent", label: "Purchase abroad, percent", unit: "percent" },
  { name: "requestsPerS", label: "Requests a second", unit: "count" },
  { name: "requestBurst", label: "Requests at once", unit: "count" },
  {
    name: "secondApprovalAbove",
    label: "Two approvers above",
    unit: "usd",
    hint: "Leave it empty where one is enough for any amount.",
  },
];

const shown = (value: number | null) => (value === null ? "" : String(value));

interface SettingsFieldsProps {
  /** What stands now; nothing for a new partner, where what is left empty is as usual. */
  partner?: Partner;
  errors: Partial<Record<string, string>>;
}

/** What a partner is charged, and how far it may go. */
export function SettingsFields({ partner, errors }: SettingsFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {SETTING_FIELDS.map(({ name, label, unit, hint }) => {
        const Field = unit === "usd" ? AmountField : TextField;
        return (
          <Field
            key={name}
            label={label}
            name={name}
            hint={hint}
            error={errors[name]}
            inputMode={unit === "count" ? "numeric" : "decimal"}
            autoComplete="off"
            placeholder={partner ? undefined : "as usual"}
            defaultValue={partner && shown(partner[name])}
          />
        );
      })}
    </div>
  );
}

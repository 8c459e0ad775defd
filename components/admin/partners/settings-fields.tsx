import type { ComponentProps } from "react";
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
  /** The default of a new partner: lib/partners/create-partner.ts. Undefined where there is none. */
  usual: string | undefined;
  hint?: string;
}

/** In the order of display. A test compares the defaults with those of a new partner. */
export const SETTING_FIELDS: readonly SettingField[] = [
  { name: "kycFee", label: "KYC fee", unit: "usd", usual: "2.00" },
  { name: "cardCreationFee", label: "Card creation fee", unit: "usd", usual: "1.00" },
  { name: "fundingFee", label: "Funding fee (flat)", unit: "usd", usual: "0.00" },
  { name: "fundingFeePercent", label: "Funding fee (%)", unit: "percent", usual: "0" },
  {
    name: "cardWithdrawalFee",
    label: "Card withdrawal fee",
    unit: "usd",
    usual: "1.00",
    hint: "Maximum 5.00.",
  },
  { name: "crossBorderFeePercent", label: "Cross-border fee (%)", unit: "percent", usual: "3" },
  { name: "requestsPerS", label: "Requests per second", unit: "count", usual: "100" },
  { name: "requestBurst", label: "Burst", unit: "count", usual: "200" },
  {
    name: "secondApprovalAbove",
    label: "Two approvers above",
    unit: "usd",
    usual: undefined,
    hint: "Leave empty to require one approver for any amount.",
  },
];

const placeholderOf = (usual: string | undefined) =>
  usual === undefined ? "default: never" : `default ${usual}`;
const shown = (value: number | null) => (value === null ? "" : String(value));

/** Returns the text of each field: the present setting, or empty for a new partner. */
export const settingTexts = (partner?: Partner): Record<Setting, string> => {
  const texts = SETTING_FIELDS.map(({ name }) => [name, partner ? shown(partner[name]) : ""]);
  return Object.fromEntries(texts);
};

interface SettingsFieldsProps {
  /** Whether the fields are those of a new partner, where an empty field has its default. */
  isNew?: boolean;
  /** Returns the props of a field. */
  field: (
    name: Setting,
  ) => Pick<ComponentProps<typeof TextField>, "name" | "value" | "error" | "onBlur" | "onChange">;
}

/** The fields of a partner's fees and limits. */
export function SettingsFields({ isNew = false, field }: SettingsFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {SETTING_FIELDS.map(({ name, label, unit, usual, hint }) => {
        const Field = unit === "usd" ? AmountField : TextField;
        return (
          <Field
            key={name}
            label={label}
            {...field(name)}
            hint={hint}
            inputMode={unit === "count" ? "numeric" : "decimal"}
            autoComplete="off"
            placeholder={isNew ? placeholderOf(usual) : undefined}
          />
        );
      })}
    </div>
  );
}

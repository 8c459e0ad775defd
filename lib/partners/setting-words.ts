import { groupedUsd } from "@/lib/kernel/grouped-usd";

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

/** Describes the value of a setting. */
export function settingText(name: Setting, value: number | null): string {
  if (value === null) return "never";
  const unit = SETTING_FIELDS.find((field) => field.name === name)?.unit;
  if (unit === "usd") return `${groupedUsd(value)} USD`;
  return unit === "percent" ? `${value} %` : value.toLocaleString("en-US");
}

/** The label of a setting. */
export const settingLabel = (name: Setting): string =>
  SETTING_FIELDS.find((field) => field.name === name)?.label ?? name;

import type { ComponentProps } from "react";
import { AmountField, TextField } from "@/components/ui/field";
import { SETTING_FIELDS, type Setting } from "@/lib/partners/setting-words";
import type { Partner } from "./queries";

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
      {SETTING_FIELDS.map(({ name, label, unit, usual, hint }, index) => {
        const Field = unit === "usd" ? AmountField : TextField;
        return (
          <Field
            key={name}
            label={label}
            {...field(name)}
            hint={hint}
            autoFocus={!isNew && index === 0}
            inputMode={unit === "count" ? "numeric" : "decimal"}
            autoComplete="off"
            placeholder={isNew ? placeholderOf(usual) : undefined}
          />
        );
      })}
    </div>
  );
}

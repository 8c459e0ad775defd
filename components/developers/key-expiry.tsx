"use client";

import type { ComponentProps } from "react";
import { DAY_WANTED, isDay } from "@/components/ui/day-text";
import { SelectField, TextField } from "@/components/ui/field";
import { dayOf, startOf } from "@/components/ui/period";

const DAY_MS = 86_400_000;
const NEVER = "never";
const CHOSEN = "date";
const DAYS = [
  { days: 30, word: "In 30 days" },
  { days: 90, word: "In 90 days" },
  { days: 365, word: "In 1 year" },
];

/** The fields of the expiry of a new key. */
export const NO_EXPIRY = { expires: NEVER, expiresOn: "" };
type Expiry = typeof NO_EXPIRY;

/** The expiry as the request names it; undefined for none. A chosen day is the last one, in the reader's zone. */
export function expiryOf({ expires, expiresOn }: Expiry): string | undefined {
  if (expires === NEVER) return undefined;
  if (expires !== CHOSEN) return new Date(Date.now() + Number(expires) * DAY_MS).toISOString();
  if (expiresOn === "") return undefined;
  // The service refuses what is no day; without it the key would never expire.
  return isDay(expiresOn) ? startOf(expiresOn, 1).toISOString() : expiresOn;
}

/** The error of a date that is chosen, and not entered or no day. */
export function expiryErrors({ expires, expiresOn }: Expiry): Record<string, string> {
  if (expires !== CHOSEN || isDay(expiresOn)) return {};
  return { expiresOn: expiresOn === "" ? "Enter a date." : DAY_WANTED };
}

interface KeyExpiryProps {
  expires: Omit<ComponentProps<typeof SelectField>, "label">;
  expiresOn: Omit<ComponentProps<typeof TextField>, "label">;
}

/** The expiry of a new key: none, after some days, or a date. */
export function KeyExpiry({ expires, expiresOn }: KeyExpiryProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField label="Expires" {...expires}>
        <option value={NEVER}>Never</option>
        {DAYS.map(({ days, word }) => (
          <option key={days} value={days}>
            {word}
          </option>
        ))}
        <option value={CHOSEN}>On a date</option>
      </SelectField>
      {expires.value === CHOSEN && (
        <TextField label="Last day" type="date" min={dayOf(new Date())} {...expiresOn} />
      )}
    </div>
  );
}

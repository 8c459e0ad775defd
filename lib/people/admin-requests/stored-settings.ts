import type { z } from "zod";
import type { PartnerSettings } from "@/lib/contract/partner";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { BPS_PER_PERCENT } from "@/lib/partners/fees-of-terms";
import type { requestedSettingsSchema } from "./schema";

/** Settings as the SQL function partner_settings returns them: amounts are micro-USD and rates basis points, as text. */
export type StoredSettings = { [Name in keyof PartnerSettings]?: string | null };

type ShownSettings = z.input<typeof requestedSettingsSchema>;

const inUsd = (text: string) => usdFromMicroUsd(BigInt(text));
const inPercent = (text: string) => Number(text) / BPS_PER_PERCENT;

/** The name of each setting in the API, and how its stored text is converted. */
const SHOWN: Record<keyof PartnerSettings, [keyof ShownSettings, (text: string) => number]> = {
  kycFeeMicroUsd: ["kycFee", inUsd],
  cardCreationFeeMicroUsd: ["cardCreationFee", inUsd],
  fundingFeeMicroUsd: ["fundingFee", inUsd],
  fundingFeeBps: ["fundingFeePercent", inPercent],
  cardWithdrawalFeeMicroUsd: ["cardWithdrawalFee", inUsd],
  crossBorderFeeBps: ["crossBorderFeePercent", inPercent],
  requestsPerS: ["requestsPerS", Number],
  requestBurst: ["requestBurst", Number],
  secondApprovalAboveMicroUsd: ["secondApprovalAbove", inUsd],
};

/** Converts settings for the details of an administrator's request. */
export function storeSettings(settings: Partial<PartnerSettings>): StoredSettings {
  const entries = Object.entries(settings).map(([name, value]) => [
    name,
    value === null ? null : String(value),
  ]);
  return Object.fromEntries(entries);
}

/** Converts the settings of an administrator's request to the API's format, in the order of the settings. */
export function presentStoredSettings(stored: StoredSettings): ShownSettings {
  const entries = Object.entries(SHOWN).flatMap(([name, [shownName, convert]]) => {
    const text = stored[name as keyof PartnerSettings];
    return text === undefined ? [] : [[shownName, text === null ? null : convert(text)]];
  });
  return Object.fromEntries(entries);
}

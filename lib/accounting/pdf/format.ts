import { groupedUsd } from "@/lib/kernel/grouped-usd";
import { formatUsd } from "@/lib/kernel/money";

/** Formats an amount of the API, in USD: `−1,204.50`. */
export const usdText = (value: number) => groupedUsd(value).replace("-", "\u2212");

/** Formats an amount in micro-USD: `−1,204.50`. */
export const microUsdText = (value: bigint) => usdText(Number(formatUsd(value)));

/** Formats a time of the API to the minute, in UTC: `2026-11-21 09:40`. */
export const utcMinute = (instant: string) => instant.slice(0, 16).replace("T", " ");

/** Formats a time of the API to the second, in UTC: `2026-11-21 09:40:12 UTC`. */
export const utcSecond = (instant: string) => `${instant.slice(0, 19).replace("T", " ")} UTC`;

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { RETRY_DELAYS_S } from "./delivery/plan-retry";
import { MAX_REPLAYED } from "./replay-limits";

const page = readFileSync("docs/webhooks.md", "utf8").replaceAll(/\s+/g, " ");

function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${seconds / 60} min`;
  return `${Math.round(seconds / 1_800) / 2} h`;
}

test("docs/webhooks.md has the limits of the delivery and of a replay", () => {
  const delays = RETRY_DELAYS_S.map(timeText);
  const settings = readEnv(process.env);
  const facts = [
    `retried after ${delays.slice(0, -1).join(", ")} and ${delays.at(-1)} `,
    `After ${RETRY_DELAYS_S.length + 1} attempts the event has \`failed\``,
    `within ${settings.WEBHOOK_TIMEOUT_MS / 1_000} seconds`,
    `looks for retries every ${settings.WEBHOOK_SWEEP_MS / 1_000} s.`,
    `the oldest ${MAX_REPLAYED.toLocaleString("en-US")} events at most`,
  ];
  expect(facts.filter((fact) => !page.includes(fact))).toEqual([]);
});

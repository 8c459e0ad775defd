import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import type { Random } from "./random";
import { isFrozen, type PlannedCard, type Step } from "./steps";
import { type Span, workingTime } from "./times";

const KYC_FEE_USD = 2;
const CARD_FEE_USD = 1;
const FIRST_BUFFER_USD = 21_000;
export const MOST_WITHDRAWN_USD = 3_000;
const PAYEES = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
];

type Outcome = "paid" | "rejected" | "cancelled" | "waiting";
/** The outcomes of the withdrawals, oldest first, with the days before the end. */
const WITHDRAWALS: readonly [outcome: Outcome, daysAgo: number][] = [
  ["paid", 83],
  ["paid", 74],
  ["rejected", 68],
  ["paid", 62],
  ["paid", 55],
  ["cancelled", 47],
  ["paid", 43],
  ["paid", 34],
  ["rejected", 29],
  ["paid", 22],
  ["paid", 15],
  ["cancelled", 11],
  ["paid", 6],
  ["waiting", 2],
  ["waiting", 1],
  ["waiting", 0],
];
const REJECTIONS = [
  "The address belongs to an exchange that we do not pay to",
  "Please confirm this address by phone",
];

export function planWithdrawals(random: Random, span: Span): Step[] {
  const within = WITHDRAWALS.filter(([, daysAgo]) => daysAgo < span.days - 3);
  return within.flatMap(([outcome, daysAgo], withdrawal): Step[] => {
    const atMs = Math.min(
      workingTime(random, span, span.days - daysAgo),
      span.endMs - random.int(20, 300) * MINUTE_MS,
    );
    const amountUsd = random.int(10, MOST_WITHDRAWN_USD / 25) * 25;
    const requested: Step = {
      kind: "requestWithdrawal",
      withdrawal,
      amountUsd,
      toAddress: random.pick(PAYEES),
      atMs,
    };
    const decidedAtMs = atMs + random.int(15, 150) * MINUTE_MS;
    if (outcome === "waiting") return [requested];
    if (outcome === "cancelled")
      return [requested, { kind: "cancel", withdrawal, atMs: decidedAtMs }];
    if (outcome === "rejected")
      return [
        requested,
        { kind: "reject", withdrawal, reason: random.pick(REJECTIONS), atMs: decidedAtMs },
      ];
    return [
      requested,
      { kind: "approve", withdrawal, atMs: decidedAtMs },
      { kind: "payOut", withdrawal, atMs: decidedAtMs + MINUTE_MS },
    ];
  });
}

/** The amount that a step takes from the wallet. */
function costUsd(step: Step, cards: readonly PlannedCard[]): number {
  switch (step.kind) {
    case "createUser":
      return KYC_FEE_USD;
    case "createCard": {
      const { fundingType, amountUsd = 0 } = cards[step.card] ?? {};
      return CARD_FEE_USD + (fundingType === "float" ? amountUsd : 0);
    }
    case "fundCard":
    case "requestWithdrawal":
      return step.amountUsd;
    default:
      return 0;
  }
}

/** The partner fills its wallet each week with what the week needs, so that nothing is refused for its balance. */
export function planDeposits(
  random: Random,
  span: Span,
  steps: readonly Step[],
  cards: readonly PlannedCard[],
): Step[] {
  const deposits: Step[] = [];
  for (let day = 0; day <= span.days; day += 7) {
    const fromMs = span.startMs + day * DAY_MS;
    const week = steps.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 7 * DAY_MS);
    const needed = week.reduce((sum, step) => sum + costUsd(step, cards), 0);
    const atMs = fromMs + 6 * HOUR_MS + random.int(0, 90) * MINUTE_MS;
    if (needed === 0 || atMs >= span.endMs) continue;
    const amountUsd = Math.ceil(needed / 100) * 100 + (day === 0 ? FIRST_BUFFER_USD : 0);
    const small = Math.floor((amountUsd * random.next()) / 400) * 100;
    deposits.push({
      kind: "deposit",
      amountUsd: amountUsd - small,
      chain: "base-sepolia",
      token: "usdc",
      atMs,
    });
    if (small > 0)
      deposits.push({
        kind: "deposit",
        amountUsd: small,
        chain: "polygon-amoy",
        token: "usdc",
        atMs: atMs + 40 * MINUTE_MS,
      });
  }
  return deposits;
}

/** Some people return the rest of their balance. */
export function planReturns(random: Random, span: Span, cards: readonly PlannedCard[]): Step[] {
  return cards.flatMap((planned, card): Step[] => {
    const { fundingType, createdAtMs, endsAtMs } = planned;
    const ageMs = endsAtMs - createdAtMs;
    if (
      fundingType !== "float" ||
      ageMs < 3 * DAY_MS ||
      endsAtMs < span.endMs ||
      !random.chance(0.06)
    )
      return [];
    const atMs = createdAtMs + random.int(1, 40) * HOUR_MS;
    if (isFrozen(planned, atMs)) return [];
    return [
      {
        kind: "withdrawFromCard",
        card,
        amountUsd: random.int(5, 30),
        reference: "unused budget",
        atMs,
      },
    ];
  });
}

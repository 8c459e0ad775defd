import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { COUNTRIES, type Country } from "./countries";
import { MERCHANT_KINDS, type MerchantKind, NETWORK_DECLINES } from "./merchants";
import type { Random } from "./random";
import {
  isFrozen,
  type PlannedCard,
  type PlannedPurchase,
  type PlannedUser,
  type Step,
} from "./steps";
import { busyness, type Span, shoppingTime } from "./times";

const PURCHASES = 5_000;
const FOREIGN_FEE = 1.03;
const TOP_UPS_USD = [200, 250, 300, 400, 500, 750];
const RESTAURANT = "5812";
const TRIES_FROZEN = 0.3;

const cents = (amountUsd: number) => Math.round(amountUsd * 100) / 100;

/** Finds the country of a merchant that charges from home, or of the cardholder, who sometimes travels. */
function countryOf(
  random: Random,
  code: string | undefined,
  home: string,
): Pick<Country, "code" | "currency" | "perUsd" | "decimals" | "city"> {
  const wanted = code ?? (random.chance(0.72) ? home : random.pick(COUNTRIES).code);
  const found = COUNTRIES.find((country) => country.code === wanted);
  return found ?? { code: wanted, currency: "EUR", perUsd: 0.92, decimals: 2, city: "" };
}

function purchaseAt(
  random: Random,
  card: number,
  home: string,
): PlannedPurchase & { kind: MerchantKind } {
  const kind = random.weighted(MERCHANT_KINDS, ({ share }) => share);
  const merchant = random.pick(kind.merchants);
  const country = countryOf(random, merchant.country, home);
  // Software and rides are billed in USD wherever they are; small amounts are more frequent than large ones.
  const isUsd = kind.categoryCode === "5734" || random.chance(0.35);
  const amountUsd = cents(kind.minUsd + (kind.maxUsd - kind.minUsd) * random.next() ** 2);
  const minor = Math.round(amountUsd * country.perUsd * 10 ** country.decimals);
  const billed =
    isUsd || country.currency === "USD"
      ? { currency: "USD" }
      : { currency: country.currency, amountMinor: minor };
  return {
    kind,
    card,
    amountUsd,
    merchantName: merchant.name,
    city: merchant.city ?? country.city,
    country: country.code,
    ...billed,
    categoryCode: kind.categoryCode,
    entryMode: kind.entryMode,
    isSingle: !random.chance(kind.capturedLater),
    ...(random.chance(0.022) && { declinedReason: random.pick(NETWORK_DECLINES) }),
  };
}

/** The messages after a purchase: the end of its hold, and sometimes a refund. */
function followUps(
  random: Random,
  purchase: number,
  { amountUsd, categoryCode, isSingle }: PlannedPurchase,
  atMs: number,
): Step[] {
  const steps: Step[] = [];
  let settledAtMs = atMs;
  let settledUsd = amountUsd;
  if (!isSingle) {
    settledAtMs = atMs + random.int(4, 70) * HOUR_MS + random.int(0, 59) * MINUTE_MS;
    const drawn = random.next();
    if (drawn < 0.07)
      return [{ kind: "reverse", purchase, atMs: atMs + random.int(2, 600) * MINUTE_MS }];
    if (drawn < 0.09) return [{ kind: "expire", purchase, atMs: atMs + 7 * DAY_MS }];
    const part = drawn < 0.16 ? cents(amountUsd * (0.4 + 0.5 * random.next())) : amountUsd;
    const withTip = categoryCode === RESTAURANT && drawn > 0.6 ? cents(amountUsd * 1.15) : part;
    settledUsd = withTip;
    if (drawn > 0.16 && drawn < 0.19) {
      const first = cents(amountUsd / 3);
      steps.push({
        kind: "capture",
        purchase,
        amountUsd: first,
        isFinal: false,
        atMs: atMs + 2 * HOUR_MS,
      });
      settledUsd = cents(amountUsd - first);
    }
    steps.push({
      kind: "capture",
      purchase,
      amountUsd: settledUsd,
      isFinal: true,
      atMs: settledAtMs,
    });
  }
  if (random.chance(0.035)) {
    const refundUsd = random.chance(0.6)
      ? settledUsd
      : cents(settledUsd * (0.2 + 0.6 * random.next()));
    const refundAtMs = settledAtMs + random.int(1, 11) * DAY_MS + random.int(0, 600) * MINUTE_MS;
    steps.push({ kind: "refund", purchase, amountUsd: refundUsd, atMs: refundAtMs });
  }
  return steps;
}

/** Tells how many of all purchases happen on each day: more cards buy more. */
function purchasesByDay(span: Span, cards: readonly PlannedCard[]): number[] {
  const weights = Array.from({ length: span.days + 1 }, (_, day) => {
    const dayMs = span.startMs + day * DAY_MS;
    const open = cards.filter(
      ({ createdAtMs, endsAtMs }) => createdAtMs < dayMs && endsAtMs > dayMs + DAY_MS,
    ).length;
    const part = Math.min(1, Math.max(0, (span.endMs - dayMs) / DAY_MS));
    return busyness(dayMs) * part * open ** 0.7;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.round((PURCHASES * weight) / sum));
}

/** Keeps what a card can spend at least, and tops it up before or after it runs out. */
class Balances {
  readonly steps: Step[] = [];
  readonly #random: Random;
  readonly #cards: readonly PlannedCard[];
  readonly #usd: number[];

  constructor(random: Random, cards: readonly PlannedCard[]) {
    this.#random = random;
    this.#cards = cards;
    this.#usd = cards.map(({ fundingType, amountUsd }) =>
      fundingType === "float" ? amountUsd : 0,
    );
  }

  spend(card: number, costUsd: number, atMs: number): void {
    if (this.#isFrozen(card, atMs)) return;
    const left = (this.#usd[card] ?? 0) - costUsd;
    this.#usd[card] = left;
    if (left >= 0) return;
    // Some people notice before they pay and some are declined first.
    const isDeclined = this.#random.chance(0.4);
    this.#usd[card] = left + (isDeclined ? costUsd : 0);
    const topUpAtMs = isDeclined
      ? atMs + this.#random.int(20, 300) * MINUTE_MS
      : atMs - this.#random.int(5, 30) * MINUTE_MS;
    this.#topUp(card, costUsd, topUpAtMs);
  }

  #isFrozen(card: number, atMs: number): boolean {
    const planned = this.#cards[card];
    return planned !== undefined && isFrozen(planned, atMs);
  }

  #topUp(card: number, costUsd: number, atMs: number): void {
    const { fundingType = "float", createdAtMs = 0, endsAtMs = 0 } = this.#cards[card] ?? {};
    const whenMs = Math.max(atMs, createdAtMs + 2 * MINUTE_MS);
    // A minute, because steps of one card or wallet are moved apart.
    if (this.#isFrozen(card, whenMs) || whenMs > endsAtMs - MINUTE_MS) return;
    const isCrypto = fundingType === "crypto";
    const amountUsd =
      (isCrypto ? this.#random.int(500, 1_200) : this.#random.pick(TOP_UPS_USD)) +
      Math.ceil(costUsd);
    this.#usd[card] = (this.#usd[card] ?? 0) + amountUsd;
    const reference = `trip ${this.#random.int(2_000, 9_999)}`;
    const token = "usdc";
    if (isCrypto)
      this.steps.push({
        kind: "deposit",
        card,
        amountUsd,
        chain: "polygon-amoy",
        token,
        atMs: whenMs,
      });
    else this.steps.push({ kind: "fundCard", card, amountUsd, reference, atMs: whenMs });
  }
}

export function planSpending(
  random: Random,
  span: Span,
  users: readonly PlannedUser[],
  cards: readonly PlannedCard[],
): { purchases: PlannedPurchase[]; steps: Step[] } {
  const purchases: PlannedPurchase[] = [];
  const steps: Step[] = [];
  const activity = cards.map(() => 0.25 + 2 * random.next() ** 2);
  const balances = new Balances(random, cards);
  for (const [day, count] of purchasesByDay(span, cards).entries()) {
    const dayMs = span.startMs + day * DAY_MS;
    const times = Array.from({ length: count }, () => shoppingTime(random, dayMs)).sort(
      (one, other) => one - other,
    );
    for (const time of times) {
      const atMs = Math.min(time, span.endMs - random.int(1, 3_000) * 1_000);
      const open = cards.flatMap(({ createdAtMs, endsAtMs }, card) =>
        createdAtMs + HOUR_MS < atMs && endsAtMs > atMs ? [card] : [],
      );
      if (open.length === 0) continue;
      const card = random.weighted(open, (each) => activity[each] ?? 1);
      const chosen = cards[card];
      // Few people still try a card that they have frozen.
      if (chosen && isFrozen(chosen, atMs) && !random.chance(TRIES_FROZEN)) continue;
      const home = users[cards[card]?.user ?? 0]?.countryCode ?? "US";
      const { kind: _, ...made } = purchaseAt(random, card, home);
      // Nothing may be held when the card is terminated.
      const endsAtMs = cards[card]?.endsAtMs ?? span.endMs;
      const isSingle = made.isSingle || (endsAtMs < span.endMs && endsAtMs - atMs < 9 * DAY_MS);
      const planned = { ...made, isSingle };
      const purchase = purchases.push(planned) - 1;
      steps.push({ kind: "authorize", purchase, atMs });
      if (planned.declinedReason !== undefined) continue;
      const followed = followUps(random, purchase, planned, atMs);
      steps.push(...followed.filter((step) => step.kind !== "refund" || step.atMs < endsAtMs));
      balances.spend(
        card,
        planned.amountUsd * (planned.currency === "USD" ? 1 : FOREIGN_FEE) * (isSingle ? 1 : 1.15),
        atMs,
      );
    }
  }
  return { purchases, steps: [...steps, ...balances.steps] };
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { COUNTRIES, type Country } from "./countries";
import type { Random } from "./random";
import type { PlannedCard, PlannedUser, Step } from "./steps";
import { type Span, workingTime } from "./times";

const USERS = 300;
const CARDS = 250;
const PURPOSES = [
  "Business travel",
  "Team expenses",
  "Conference travel",
  "Software subscriptions",
  "Client visits",
  "Online advertising",
];
const DENIALS = [
  "WRONG_USER_REGION",
  "SELFIE_MISMATCH",
  "FORGERY",
  "AGE_REQUIREMENT_MISMATCH",
  "LOW_QUALITY",
];

const ascii = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[đĐ]/g, "d")
    .replaceAll("ı", "i")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();

function person(random: Random, country: Country, number: number): Record<string, string> {
  const firstName = random.pick(country.given);
  const lastName = random.pick(country.family);
  return {
    firstName,
    lastName,
    email: `${ascii(firstName)}.${ascii(lastName)}.${number + 1}@example.com`,
    phoneNumber: `+${country.dial}${random.int(1_000_000, 9_999_999)}`,
    accountPurpose: random.pick(PURPOSES),
    ipAddress: `${random.int(80, 190)}.${random.int(1, 250)}.${random.int(1, 250)}.${random.int(2, 250)}`,
    address: `${random.int(1, 180)} ${country.street}`,
    city: country.city,
    region: country.region,
    postalCode: country.postalCode,
    countryCode: country.code,
  };
}

/** How the check of a person ends; the newest people have not finished it. */
function decision(
  random: Random,
  user: number,
  ageMs: number,
): Omit<Step & { kind: "decideKyc" }, "atMs"> | undefined {
  const drawn = random.next();
  if (drawn < 0.05 || ageMs < 8 * HOUR_MS) return undefined;
  const common = { kind: "decideKyc", user } as const;
  if (drawn < 0.08) return { ...common, status: "needsVerification" };
  if (drawn < 0.14) return { ...common, status: "denied", reason: random.pick(DENIALS) };
  return { ...common, status: "approved" };
}

/** People register all the time, the first months more of them. */
export function planUsers(random: Random, span: Span): { users: PlannedUser[]; steps: Step[] } {
  const users: PlannedUser[] = [];
  const steps: Step[] = [];
  const times = Array.from({ length: USERS }, (_, index) => {
    const day = Math.floor(span.days * (index / USERS) ** 1.6);
    return workingTime(random, span, day);
  }).sort((one, other) => one - other);
  for (const [user, createdAtMs] of times.entries()) {
    const country = random.weighted(COUNTRIES, ({ share }) => share);
    const decided = decision(random, user, span.endMs - createdAtMs);
    const decidedAtMs = createdAtMs + random.int(3, 55) * MINUTE_MS;
    steps.push({ kind: "createUser", user, atMs: createdAtMs });
    if (decided) steps.push({ ...decided, atMs: decidedAtMs });
    const approved = decided?.status === "approved" ? { approvedAtMs: decidedAtMs } : {};
    const body = person(random, country, user);
    users.push({ countryCode: country.code, createdAtMs, ...approved, body });
  }
  return { users, steps };
}

function endOf(random: Random, card: number, createdAtMs: number, span: Span): Step[] {
  const drawn = random.next();
  const ageMs = span.endMs - createdAtMs;
  if (drawn < 0.08 && ageMs > 30 * DAY_MS) {
    const atMs = createdAtMs + random.int(20, Math.floor(ageMs / DAY_MS) - 2) * DAY_MS;
    return [{ kind: "terminateCard", card, atMs, reference: "offboarding" }];
  }
  if (drawn < 0.13 && ageMs > 12 * DAY_MS) {
    const atMs =
      createdAtMs +
      random.int(6, Math.floor(ageMs / DAY_MS) - 2) * DAY_MS +
      random.int(1, 600) * MINUTE_MS;
    return [{ kind: "switchCard", card, status: "freeze", atMs }];
  }
  if (drawn < 0.19 && ageMs > 20 * DAY_MS) {
    const atMs = createdAtMs + random.int(4, 15) * DAY_MS;
    const backAtMs = atMs + random.int(3, 60) * HOUR_MS;
    return [
      { kind: "switchCard", card, status: "freeze", atMs },
      { kind: "switchCard", card, status: "unfreeze", atMs: backAtMs },
    ];
  }
  return [];
}

function frozenTimes(ends: readonly Step[]): PlannedCard["frozen"] {
  const switches = ends.filter((step) => step.kind === "switchCard");
  const from = switches.find(({ status }) => status === "freeze");
  if (!from) return [];
  const until = switches.find(({ status }) => status === "unfreeze");
  return [{ fromMs: from.atMs, untilMs: until?.atMs ?? Number.POSITIVE_INFINITY }];
}

/** Approved people get cards, a few of them a second one. */
export function planCards(
  random: Random,
  span: Span,
  users: readonly PlannedUser[],
): { cards: PlannedCard[]; steps: Step[] } {
  const approved = users.flatMap(({ approvedAtMs }, user) =>
    approvedAtMs === undefined ? [] : [{ user, approvedAtMs }],
  );
  const seconds = approved.slice(0, Math.max(0, CARDS - approved.length));
  const wanted = [
    ...approved.slice(0, CARDS).map(({ user, approvedAtMs }) => ({ user, fromMs: approvedAtMs })),
    ...seconds.map(({ user, approvedAtMs }) => ({ user, fromMs: approvedAtMs + 14 * DAY_MS })),
  ];
  const made = wanted
    .map(({ user, fromMs }) => ({ user, createdAtMs: fromMs + random.int(8, 900) * MINUTE_MS }))
    .filter(({ createdAtMs }) => createdAtMs < span.endMs)
    .sort((one, other) => one.createdAtMs - other.createdAtMs);
  const steps: Step[] = [];
  const cards = made.map(({ user, createdAtMs }, card): PlannedCard => {
    const ends = endOf(random, card, createdAtMs, span);
    steps.push({ kind: "createCard", card, atMs: createdAtMs }, ...ends);
    const end = ends.find(({ kind }) => kind === "terminateCard");
    const fundingType = card % 8 === 5 ? "crypto" : "float";
    const amountUsd = random.int(6, 24) * 25;
    return {
      user,
      fundingType,
      amountUsd,
      createdAtMs,
      endsAtMs: end?.atMs ?? span.endMs,
      frozen: frozenTimes(ends),
    };
  });
  return { cards, steps };
}

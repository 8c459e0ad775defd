import { planDeposits, planReturns, planWithdrawals } from "./plan-money";
import { planCards, planUsers } from "./plan-people";
import { planSpending } from "./plan-spending";
import { randomFrom } from "./random";
import type { HistoryPlan, Step } from "./steps";
import { spanBefore } from "./times";

/** Changing it changes the whole demo. */
const SEED = 20_26;

/** Steps of one wallet or card are at least this far apart, because the ids of a step take some milliseconds. */
const APART_MS = 1_000;

type Planned = Pick<HistoryPlan, "cards" | "purchases">;

/** Names everything that a step changes, besides the service's own accounts. */
export function subjectsOf(step: Step, { cards, purchases }: Planned): string[] {
  switch (step.kind) {
    case "createUser":
      return ["wallet", `user ${step.user}`];
    case "decideKyc":
      return [`user ${step.user}`];
    case "createCard":
      return ["wallet", `card ${step.card}`, `user ${cards[step.card]?.user}`];
    case "fundCard":
    case "withdrawFromCard":
    case "terminateCard":
      return ["wallet", `card ${step.card}`];
    case "switchCard":
      return [`card ${step.card}`];
    case "authorize":
    case "capture":
    case "reverse":
    case "expire":
    case "refund":
      return [`card ${purchases[step.purchase]?.card}`];
    case "deposit":
      return [step.card === undefined ? "wallet" : `card ${step.card}`];
    case "approve":
    case "payOut":
      return ["payouts", `withdrawal ${step.withdrawal}`];
    default:
      return ["wallet", `withdrawal ${step.withdrawal}`];
  }
}

/** Orders the steps by time, those of one subject apart from each other. */
function ordered(steps: readonly Step[], endMs: number, planned: Planned): Step[] {
  const lastMs = new Map<string, number>();
  const within = steps
    .filter(({ atMs }) => atMs < endMs)
    .sort((one, other) => one.atMs - other.atMs);
  const apart = within.map((step) => {
    const subjects = subjectsOf(step, planned);
    const earliestMs = Math.max(
      ...subjects.map((subject) => (lastMs.get(subject) ?? 0) + APART_MS),
    );
    const atMs = Math.max(step.atMs, earliestMs);
    for (const subject of subjects) lastMs.set(subject, atMs);
    return { ...step, atMs };
  });
  return apart.sort((one, other) => one.atMs - other.atMs);
}

/**
 * Plans the history of a card programme: about 300 users, 250 cards and 5,000 purchases in 90 days. The same time and
 * number of days give the same plan.
 */
export function planHistory(nowMs: number, days: number): HistoryPlan {
  const random = randomFrom(SEED);
  const span = spanBefore(nowMs, days);
  const people = planUsers(random, span);
  const programme = planCards(random, span, people.users);
  const spending = planSpending(random, span, people.users, programme.cards);
  const steps = [
    ...people.steps,
    ...programme.steps,
    ...spending.steps,
    ...planReturns(random, span, programme.cards),
    ...planWithdrawals(random, span),
  ];
  steps.push(...planDeposits(random, span, steps, programme.cards));
  const planned = { cards: programme.cards, purchases: spending.purchases };
  return { users: people.users, ...planned, steps: ordered(steps, span.endMs, planned) };
}

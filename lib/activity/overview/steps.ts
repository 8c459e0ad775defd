import { STEPS } from "./schema";
import type { StandingRow } from "./store";

const sum = (counts: Partial<Record<string, number>>) =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);

/** Returns the onboarding steps, each done or not according to the existing data. */
export function stepsOf(
  standing: StandingRow,
  endpoint: { status: string; lastSuccessAt?: string | undefined },
) {
  const hasCard = sum(standing.cards) > 0;
  const done: Record<(typeof STEPS)[number], boolean> = {
    fund_wallet: standing.isFunded,
    create_user: hasCard || sum(standing.users) > 0,
    approve_user: hasCard || (standing.users.approved ?? 0) > 0,
    create_card: hasCard,
    first_purchase: standing.hasPurchase,
    use_api_key: standing.hasUsedKey,
    set_webhook: endpoint.status !== "not_set",
    receive_webhook: endpoint.lastSuccessAt !== undefined,
    invite_colleague: standing.hasColleague,
  };
  return STEPS.map((step) => ({ step, done: done[step] }));
}

import { closeHours, closeWalletHours } from "@/lib/accounting/store";
import { sumCards } from "@/lib/activity/overview/sum-cards";
import { sumWallets } from "@/lib/activity/overview/sum-wallets";

/** The jobs that sum past hours, by what they make. Rows of weeks that came at once wait for all of them. */
const JOBS = {
  "sums of cards": sumCards,
  "sums of wallets": sumWallets,
  "hourly balances": closeHours,
  "sums of statements": closeWalletHours,
};

type Step = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** Sums what the hourly jobs would have summed while the rows came. `step` runs each job, and may measure it. */
export async function sumPastHours(step: Step = (_, work) => work()): Promise<void> {
  for (const [name, work] of Object.entries(JOBS)) await step(name, work);
}

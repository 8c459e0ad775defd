import type { PersonContext, PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit, omitAudit } from "@/lib/kernel/audit-context";
import { ValidationError } from "@/lib/kernel/errors";
import type { setAllowListContract } from "./contract";
import { afterWaiting, isLooser, type PolicyRow, policyAt } from "./policy";
import { presentPolicy } from "./present";
import { findPolicy, savePolicy } from "./store";

type Context = PersonContext<typeof setAllowListContract>;

/** Checks the password: a stolen session must not be enough to open the way out of the wallet. */
async function requirePassword({ person, input, at }: Context): Promise<void> {
  const { password } = input.body;
  if (password === undefined) {
    const isNotEmpty =
      "password should not be empty where withdrawals may go to more addresses than before";
    throw new ValidationError([{ property: "password", constraints: { isNotEmpty } }]);
  }
  await confirmPassword(person, password, at);
}

const NOTHING_SCHEDULED = { nextAllowList: null, nextWaitH: null, nextAt: null };

/** Returns the row after a change at an instant of the database; undefined when the change is scheduled already. */
async function decide(context: Context, row: PolicyRow, at: Date): Promise<PolicyRow | undefined> {
  const { input } = context;
  const { terms, scheduled } = policyAt(row, at);
  // Another owner may have changed the term that this one did not touch.
  const { allowList = terms.allowList, waitHours: waitH = terms.waitH } = input.body;
  const { version } = row;
  if (!isLooser(terms, { ...terms, allowList, waitH }))
    return { ...terms, allowList, waitH, ...NOTHING_SCHEDULED, version };
  await requirePassword(context);
  if (scheduled?.allowList === allowList && scheduled.waitH === waitH) return undefined;
  const nextAt = afterWaiting(terms, at);
  return { ...terms, nextAllowList: allowList, nextWaitH: waitH, nextAt, version };
}

/**
 * Restricts withdrawals to saved addresses, or changes the waiting time. A change that permits more addresses needs the
 * password and takes effect after the present waiting time, so that the other owners can see and cancel it.
 * Source: docs/decisions/0090-payout-policy.md
 */
export const setAllowList: PersonUseCase<typeof setAllowListContract> = async (context) => {
  const { partner } = context;
  const [row, at] = await Promise.all([findPolicy(partner.id), databaseTimeOf(context.at)]);
  const changed = await decide(context, row, at);
  if (!changed) {
    omitAudit();
    return presentPolicy(row, at);
  }
  describeAudit({ before: presentPolicy(row, at), after: presentPolicy(changed, at) });
  const isSaved = await savePolicy(partner.id, changed, at);
  // Another request changed the policy meanwhile, so the use case must decide again which change is looser.
  return isSaved ? presentPolicy(changed, at) : setAllowList(context);
};

import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminContext, AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { publishChange } from "@/lib/kernel/changes";
import { ValidationError } from "@/lib/kernel/errors";
import { isSecondNeeded } from "@/lib/people/admin-requests/is-second-needed";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import { areTwoNeeded } from "@/lib/people/admin-requests/store";
import {
  isLooser,
  type PolicyRow,
  type PolicyTerms,
  policyAt,
} from "@/lib/withdrawals/policy/policy";
import { presentPolicy } from "@/lib/withdrawals/policy/present";
import { findPolicy, savePolicy } from "@/lib/withdrawals/policy/store";
import { storedTerms } from "@/lib/withdrawals/policy/stored-terms";
import { findPartner } from "../find-partner";
import type { PartnerRow } from "../store";
import type { changePayoutPolicyContract } from "./contract";

type Context = AdminContext<typeof changePayoutPolicyContract>;

/** Returns the terms after the change: those that the body names, and the present ones. */
function wantedTerms({ body }: Context["input"], terms: PolicyTerms): PolicyTerms {
  const or = <T>(value: T | undefined, current: T) => (value === undefined ? current : value);
  return {
    allowList: or(body.allowList, terms.allowList),
    waitH: or(body.waitHours, terms.waitH),
    hourLimitMicroUsd: or(body.hourLimit, terms.hourLimitMicroUsd),
    dayLimitMicroUsd: or(body.dayLimit, terms.dayLimitMicroUsd),
    addressDayLimitMicroUsd: or(body.addressDayLimit, terms.addressDayLimitMicroUsd),
  };
}

async function requireCode({ person, input, at }: Context): Promise<void> {
  const { totp } = input.body;
  if (totp === undefined) {
    const isNotEmpty =
      "totp should not be empty where more withdrawals are permitted than before, or the allow-list changes";
    throw new ValidationError([{ property: "totp", constraints: { isNotEmpty } }]);
  }
  await requireSecondFactor(person, totp, at);
}

/** Returns whether what an owner scheduled stays: only a change of the allow-list or its waiting time ends it. */
function keepsSchedule({ input }: Context, row: PolicyRow, at: Date): boolean {
  const { allowList, waitHours } = input.body;
  return (
    allowList === undefined && waitHours === undefined && policyAt(row, at).scheduled !== undefined
  );
}

interface Decided {
  partner: PartnerRow;
  row: PolicyRow;
  wanted: PolicyTerms;
  /** The present by the clock of the database. */
  at: Date;
}

/** Stores the terms. A change of a term also ends the partner's scheduled change of that term. */
async function save(context: Context, { partner, row, wanted, at }: Decided) {
  const { nextAllowList, nextWaitH, nextAt, version } = row;
  const scheduled = keepsSchedule(context, row, at)
    ? { nextAllowList, nextWaitH, nextAt }
    : { nextAllowList: null, nextWaitH: null, nextAt: null };
  const changed = { ...wanted, ...scheduled, version };
  const entry = {
    targetId: partner.id,
    before: presentPolicy(row, at),
    after: presentPolicy(changed, at),
  };
  const isSaved = await auditAdminAction(context, "partner.payout_policy", entry, () =>
    savePolicy(partner.id, changed, at),
  );
  if (isSaved) publishChange(partner.id, ["settings"]);
  return isSaved ? presentPolicy(changed, at) : undefined;
}

/** Returns whether a change is about the allow-list: which addresses are paid, and from when. */
const changesAllowList = (from: PolicyTerms, to: PolicyTerms) =>
  from.allowList !== to.allowList || from.waitH !== to.waitH;

/**
 * Changes the payout policy of a partner. What permits more needs a code. Where two administrators decide, it needs a
 * second one, and so does every change of the allow-list. Source: docs/decisions/0090-payout-policy.md,
 * docs/decisions/0105-a-second-administrator-for-every-loosening.md
 */
export const changePayoutPolicy: AdminUseCase<typeof changePayoutPolicyContract> = async (
  context,
) => {
  const { input } = context;
  const partner = await findPartner(input.params.id);
  // Withdrawals compare the time of a scheduled change with the same clock: by one that is ahead, the change would be made early.
  const [row, at] = await Promise.all([findPolicy(partner.id), databaseTimeOf(context.at)]);
  const { terms } = policyAt(row, at);
  const wanted = wantedTerms(input, terms);
  const areTwo = await areTwoNeeded();
  if (isLooser(terms, wanted) || (areTwo && changesAllowList(terms, wanted))) {
    await requireCode(context);
    if (areTwo) {
      const request = await requestSecondAdministrator(context, {
        kind: "payout_policy",
        targetId: partner.id,
        details: {
          fromPolicy: storedTerms(terms),
          toPolicy: storedTerms(wanted),
          policyVersion: row.version,
          keepsSchedule: keepsSchedule(context, row, at),
        },
      });
      return { ...presentPolicy(row, at), request };
    }
  }
  const saved = await save(context, { partner, row, wanted, at }).catch((error: unknown) => {
    // Meanwhile a partner got its first amount above which two approve, or a second administrator began to count.
    if (isSecondNeeded(error)) return undefined;
    throw error;
  });
  return saved ?? changePayoutPolicy(context);
};

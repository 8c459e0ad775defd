import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { type Setting, settingLabel, settingText } from "@/lib/partners/setting-words";
import { policyChanges } from "@/lib/withdrawals/policy/policy-words";
import type { AdminRequest } from "./queries";

/** Describes the changes of a partner's settings in one line. */
function settingChanges({ fromSettings = {}, toSettings = {} }: Partial<AdminRequest>): string {
  return Object.entries(toSettings)
    .map(([key, to]) => {
      const name = key as Setting;
      const from = settingText(name, fromSettings[name] ?? null);
      return `${settingLabel(name)} from ${from} to ${settingText(name, to ?? null)}`;
    })
    .join("; ");
}

/** Describes the change of a request, as the end of "Confirm: …". */
export function requestWords({ kind, targetName, ...request }: AdminRequest): ReactNode {
  const { fromAmount, toAmount, fromRole, toRole } = request;
  if (kind === "operator_invitation") return `Invite ${targetName} as ${toRole}`;
  if (kind === "partner_owner")
    return `Invite ${request.email} as another owner of ${targetName}: owners can move its money`;
  if (kind === "operator_role")
    return `Change the role of ${targetName} from ${fromRole} to ${toRole}`;
  if (kind === "operator_second_factor") return `Reset the second factor of ${targetName}`;
  if (kind === "partner_sso")
    return `End required single sign-on at ${targetName}: its people can sign in by password again, not only at ${request.issuer}`;
  if (kind === "partner_settings")
    return `Change the settings of ${targetName}: ${settingChanges(request)}`;
  if (kind === "payout_policy") {
    const { fromPolicy, toPolicy } = request;
    if (!fromPolicy || !toPolicy) return `Change the payout policy of ${targetName}`;
    return `Change the payout policy of ${targetName}: ${policyChanges(fromPolicy, toPolicy)}`;
  }
  return (
    <>
      Change the two-approver threshold of {targetName} from{" "}
      {fromAmount !== undefined && <Amount value={fromAmount} />} to{" "}
      {toAmount == null ? "never" : <Amount value={toAmount} />}
    </>
  );
}

const OBSTACLES: Record<NonNullable<AdminRequest["obstacle"]>, string> = {
  own: "You requested this. Another administrator must confirm it.",
  same_line:
    "You cannot confirm this: you and the requester count as one, because one of you invited the other or the same person invited both.",
  too_new: "You cannot confirm this: you became an administrator too recently.",
  requester_new:
    "You cannot confirm this yet: the requester became an administrator too recently. Confirm it later, or let another administrator request it.",
  own_account: "This is about your own account. Another administrator must confirm it.",
  role: "Only administrators can confirm this.",
};

/** Returns why the reader cannot confirm a request; undefined when they can. */
export const obstacleText = ({ obstacle }: AdminRequest): string | undefined =>
  obstacle && OBSTACLES[obstacle];

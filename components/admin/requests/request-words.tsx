import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import type { AdminRequest } from "./queries";

/** What a request changes, as the end of "Confirm: …". */
export function requestWords({ kind, targetName, ...request }: AdminRequest): ReactNode {
  const { fromAmount, toAmount, fromRole, toRole } = request;
  if (kind === "operator_invitation") return `Invite ${targetName} as ${toRole}`;
  if (kind === "operator_role")
    return `Change the role of ${targetName} from ${fromRole} to ${toRole}`;
  return (
    <>
      Change “Two approvers above” of {targetName} from{" "}
      {fromAmount !== undefined && <Amount value={fromAmount} />} to{" "}
      {toAmount == null ? "never" : <Amount value={toAmount} />}
    </>
  );
}

const OBSTACLES: Record<NonNullable<AdminRequest["obstacle"]>, string> = {
  own: "You asked for this. Another administrator must confirm it.",
  same_line:
    "You cannot confirm it: you and the administrator who asked count as one, because one of you let the other in or the same person let in both.",
  too_new: "You cannot confirm it: you became an administrator too recently.",
  role: "Only administrators confirm it.",
};

/** Why the reader does not confirm a request; nothing when they may. */
export const obstacleText = ({ obstacle }: AdminRequest): string | undefined =>
  obstacle && OBSTACLES[obstacle];

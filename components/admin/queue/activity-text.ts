import { actionWords } from "@/lib/audit/action-words";
import type { OperatorAction } from "@/lib/audit/actions";

type Sentences<Action extends string> = Record<Action, (who: string) => string>;

/** The sentence for each action of an operator on a withdrawal, with the person's name. */
const BY_OPERATOR: Sentences<Extract<OperatorAction, `withdrawal.${string}`>> = {
  "withdrawal.approve": (who) => `Approved by ${who}`,
  "withdrawal.fail": (who) => `Failed by ${who}`,
  "withdrawal.reject": (who) => `Rejected by ${who}`,
  "withdrawal.release_screening": (who) => `Released from the sanctions screening by ${who}`,
};

const SENTENCES: Sentences<string> = {
  ...BY_OPERATOR,
  createWithdrawal: (who) => `Requested by ${who}`,
  cancelWithdrawal: (who) => `Cancelled by ${who}`,
  approveOwnWithdrawal: (who) => `Approved for the partner by ${who}`,
  "approval_signature.refused": (who) => `The signature of an approval by ${who} was refused`,
  "second_factor.refused": (who) => `${who} entered a wrong code`,
  "second_approver.refused": (who) =>
    `An approval by ${who} was refused because it does not count as the second approval`,
};

/** Returns an entry of the audit log about a withdrawal as a sentence. */
export const activityText = (action: string, who: string): string =>
  SENTENCES[action]?.(who) ?? `${actionWords(action)}: ${who}`;

import { OPERATOR_ACTIONS } from "./actions";

/**
 * Returns the text of an audit action: "Approve withdrawal", and "Set redirect URL" for the operation `setRedirectUrl`.
 */
export function actionWords(action: string): string {
  const operatorActions: Record<string, string> = OPERATOR_ACTIONS;
  const known = operatorActions[action];
  if (known !== undefined) return known;
  return wordsOf(action);
}

/** Returns the words of a name of the API: "Second approval above" of `secondApprovalAbove`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[._]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(api|url|kyc|id|ip|sso)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

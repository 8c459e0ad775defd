/** The actions of operators, as the audit log stores them. Actions of a partner's team are ids of operations. */
const OPERATOR_ACTIONS: Record<string, string> = {
  "alert.close": "Close alert",
  "deposit.release": "Credit held deposit",
  "invitation.email_taken": "Invitation refused: email in use",
  "operator.end_sessions": "Sign out operator",
  "operator.invite": "Invite operator",
  "operator.recover": "Recover operator account",
  "operator.recovery_link": "Create recovery link",
  "operator.remove": "Remove operator",
  "operator.role": "Change operator role",
  "operator.uninvite": "Revoke operator invitation",
  "operator.unlock": "Unlock operator",
  "partner.create": "Create partner",
  "partner.invite": "Invite owner",
  "partner.leave": "End partner view",
  "partner.remove_person": "Remove team member",
  "partner.resume": "Reactivate partner",
  "partner.settings": "Change partner settings",
  "partner.suspend": "Suspend partner",
  "partner.unlock_person": "Unlock team member",
  "partner.view": "View as partner",
  "posting.cancel": "Cancel posting",
  "posting.confirm": "Confirm posting",
  "posting.reject": "Reject posting",
  "posting.request": "Request posting",
  "second_administrator.cancel": "Cancel request for second administrator",
  "second_administrator.refused": "Second administrator refused",
  "second_administrator.request": "Request second administrator",
  "second_approver.refused": "Second approval refused",
  "second_factor.refused": "2FA code refused",
  "withdrawal.approve": "Approve withdrawal",
  "withdrawal.fail": "Fail withdrawal",
  "withdrawal.reject": "Reject withdrawal",
};

/**
 * Returns the text of an audit action: "Approve withdrawal", and "Set redirect URL" for the operation `setRedirectUrl`.
 */
export function actionWords(action: string): string {
  const known = OPERATOR_ACTIONS[action];
  if (known !== undefined) return known;
  const words = action
    .replace(/[._]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(api|url|kyc|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

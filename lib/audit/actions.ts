/**
 * The audited actions of the operator's people, and of people who are not signed in, with their words for pages. The
 * audit log stores these names, so a name never changes. Any other action is the id of a contract: a request of one of
 * a partner's people, or of somebody about their own account.
 */
export const OPERATOR_ACTIONS = {
  "alert.close": "Close alert",
  "deposit.release": "Credit held deposit",
  "dispute.download_file": "Download file of dispute",
  "dispute.retry": "Submit dispute again",
  "invitation.email_taken": "Invitation refused: email in use",
  "operator.end_sessions": "Sign out operator",
  "operator.invite": "Invite operator",
  "operator.recover": "Recover operator account",
  "operator.recovery_link": "Create recovery link",
  "operator.remove": "Remove operator",
  "operator.reset_second_factor": "Reset operator second factor",
  "operator.role": "Change operator role",
  "operator.uninvite": "Revoke operator invitation",
  "operator.unlock": "Unlock operator",
  "partner.create": "Create partner",
  "partner.invite": "Invite owner",
  "partner.leave": "End partner view",
  "partner.payout_policy": "Change payout policy",
  "partner.remove_person": "Remove team member",
  "partner.resume": "Reactivate partner",
  "partner.settings": "Change partner settings",
  "partner.suspend": "Suspend partner",
  "partner.unlock_person": "Unlock team member",
  "partner.view": "View as partner",
  "password.request_reset": "Request password reset",
  "password.reset": "Reset password by email",
  "posting.cancel": "Cancel posting",
  "posting.confirm": "Confirm posting",
  "posting.reject": "Reject posting",
  "posting.request": "Request posting",
  "second_administrator.cancel": "Cancel request for second administrator",
  "second_administrator.refused": "Second administrator refused",
  "second_administrator.request": "Request second administrator",
  "second_approver.refused": "Second approval refused",
  "second_factor.refused": "2FA code refused",
  "user.export": "Export card users",
  "withdrawal.approve": "Approve withdrawal",
  "withdrawal.fail": "Fail withdrawal",
  "withdrawal.reject": "Reject withdrawal",
  "withdrawal.release_screening": "Release screened withdrawal",
} as const;

export type OperatorAction = keyof typeof OPERATOR_ACTIONS;

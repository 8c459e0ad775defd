/**
 * What people have to do again after a restore, because the copy undid it and nothing outside of the lost database tells
 * the service. Source: docs/backup.md: Do again what was done in the lost time
 */
export const DO_AGAIN: readonly string[] = [
  "Withdrawals: reject again what was rejected or cancelled. What was failed is approved again, and is paid when restore mode ends: suspend its partner, then fail it.",
  "Operator postings, decisions on disputes and releases of held deposits: make them again. They are not in the books.",
  "API keys: revoke and roll again those of the lost time, first those that leaked. They work again.",
  "People of partners and operators: remove them again, lower their roles, revoke their invitations. Passwords, second factors and passkeys that were changed are the former ones again.",
  "Partners: suspend them again, and make settings, payout policies and single sign-on as strict as they were.",
  "Users: delete them again. Their data is back.",
  "Cards: freeze and terminate them again, where no issuer's comparison names them.",
];

import { ACCESS_KINDS } from "./access";
import { ALERT_KINDS } from "./alerts";
import type { MailKind } from "./content";
import { LINK_KINDS } from "./links";
import { REQUEST_KINDS } from "./requests";
import { SECURITY_KINDS } from "./security";
import { WEBHOOK_KINDS } from "./webhooks";
import { WITHDRAWAL_KINDS } from "./withdrawals";

/** Every kind of e-mail. The SQL functions that queue messages name these kinds. */
export const MAIL_KINDS: Readonly<Record<string, MailKind>> = {
  ...LINK_KINDS,
  ...SECURITY_KINDS,
  ...ACCESS_KINDS,
  ...WITHDRAWAL_KINDS,
  ...WEBHOOK_KINDS,
  ...ALERT_KINDS,
  ...REQUEST_KINDS,
};

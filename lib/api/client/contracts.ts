import type * as books from "@/lib/accounting/contract";
import type * as explain from "@/lib/accounting/explain/contract";
import type * as postings from "@/lib/accounting/postings/contract";
import type * as proofs from "@/lib/accounting/proofs/contract";
import type * as receipts from "@/lib/accounting/receipts/contract";
import type * as statements from "@/lib/accounting/statement/contract";
import type * as exported from "@/lib/activity/export/contract";
import type * as overview from "@/lib/activity/overview/contract";
import type * as recent from "@/lib/activity/recent/contract";
import type * as search from "@/lib/activity/search/contract";
import type * as transactions from "@/lib/activity/transactions/contract";
import type * as audit from "@/lib/audit/contract";
import type * as partnerAudit from "@/lib/audit/partner/contract";
import type * as admin from "@/lib/backoffice/contract";
import type * as partnerCardDays from "@/lib/backoffice/partners/card-days/contract";
import type * as adminPartners from "@/lib/backoffice/partners/contract";
import type * as adminPolicy from "@/lib/backoffice/payout-policy/contract";
import type * as reviews from "@/lib/backoffice/review/contract";
import type * as adminScreening from "@/lib/backoffice/screening/contract";
import type * as adminUsers from "@/lib/backoffice/users/contract";
import type * as cards from "@/lib/cards/contract";
import type * as adminDisputes from "@/lib/cards/disputes/console/contract";
import type * as disputes from "@/lib/cards/disputes/contract";
import type * as evidenceFiles from "@/lib/cards/disputes/files/contract";
import type * as deposits from "@/lib/deposits/contract";
import type * as held from "@/lib/deposits/held/contract";
import type * as notifications from "@/lib/notifications/preferences/contract";
import type * as alerts from "@/lib/operations/alerts/contract";
import type * as health from "@/lib/operations/health/contract";
import type * as healthHistory from "@/lib/operations/health/history/contract";
import type * as company from "@/lib/partners/company/contract";
import type * as partners from "@/lib/partners/contract";
import type * as lowBalance from "@/lib/partners/low-balance/contract";
import type * as profile from "@/lib/partners/profile/contract";
import type * as account from "@/lib/people/account/contract";
import type * as adminRequests from "@/lib/people/admin-requests/contract";
import type * as keys from "@/lib/people/keys/contract";
import type * as operators from "@/lib/people/operators/contract";
import type * as passkeys from "@/lib/people/passkeys/contract";
import type * as passkeySignIn from "@/lib/people/passkeys/sign-in/contract";
import type * as passwordReset from "@/lib/people/password-reset/contract";
import type * as sso from "@/lib/people/sso/contract";
import type * as team from "@/lib/people/team/contract";
import type * as requests from "@/lib/request-log/contract";
import type * as clock from "@/lib/sandbox/clock/contract";
import type * as sandbox from "@/lib/sandbox/contract";
import type * as users from "@/lib/users/contract";
import type * as wallet from "@/lib/wallet/contract";
import type * as webhooks from "@/lib/webhooks/contract";
import type * as addresses from "@/lib/withdrawals/addresses/contract";
import type * as withdrawals from "@/lib/withdrawals/contract";
import type * as ownApprovals from "@/lib/withdrawals/own-approvals/contract";
import type * as policy from "@/lib/withdrawals/policy/contract";

type Modules = typeof admin &
  typeof ownApprovals &
  typeof operators &
  typeof adminPartners &
  typeof partnerCardDays &
  typeof notifications &
  typeof passwordReset &
  typeof adminRequests &
  typeof health &
  typeof healthHistory &
  typeof alerts &
  typeof held &
  typeof postings &
  typeof reviews &
  typeof adminUsers &
  typeof users &
  typeof cards &
  typeof adminDisputes &
  typeof disputes &
  typeof evidenceFiles &
  typeof wallet &
  typeof deposits &
  typeof withdrawals &
  typeof addresses &
  typeof policy &
  typeof adminPolicy &
  typeof adminScreening &
  typeof lowBalance &
  typeof profile &
  typeof company &
  typeof partners &
  typeof overview &
  typeof recent &
  typeof search &
  typeof account &
  typeof passkeys &
  typeof passkeySignIn &
  typeof team &
  typeof sso &
  typeof transactions &
  typeof exported &
  typeof keys &
  typeof webhooks &
  typeof requests &
  typeof explain &
  typeof clock &
  typeof sandbox &
  typeof audit &
  typeof partnerAudit &
  typeof books &
  typeof receipts &
  typeof proofs &
  typeof statements;

/** Every contract that pages call, by its id. */
export type Contracts = {
  [Name in keyof Modules as Name extends `${infer Id}Contract` ? Id : never]: Modules[Name];
};

import { SIGN_IN_ERRORS } from "./sign-in-error-codes";

/**
 * Every error code of the service, with its HTTP status and its text for people. No other place maps a code to a
 * status. Source: spec: Errors; design 7 for those that the spec leaves open.
 */
export const ERRORS = {
  ...SIGN_IN_ERRORS,
  VALIDATION: [400, "The request has invalid or missing fields."],
  VALIDATION_ERROR: [
    400,
    "toAddress must be an address on Base: 0x followed by 40 hexadecimal digits.",
  ],
  DUPLICATE_IDEMPOTENCY_KEY: [400, "Idempotency key has already been used"],
  UNAUTHORIZED: [
    401,
    "The API key is missing, unknown, expired or revoked. Send it as Authorization: Bearer <API_KEY>.",
  ],
  SESSION_REQUIRED: [401, "Sign in first."],
  SECOND_FACTOR_INVALID: [
    401,
    "Incorrect or expired code. Enter the current code from your authenticator app.",
  ],
  SECOND_FACTOR_NOT_STARTED: [
    400,
    "Start the two-factor setup first, then confirm it with a code.",
  ],
  SECOND_FACTOR_REQUIRED: [
    403,
    "Operators must use two-factor authentication. Set up a new authenticator instead.",
  ],
  PASSWORD_INVALID: [401, "Incorrect password. Enter the password that you sign in with."],
  ROLE_NOT_ALLOWED: [403, "Your role does not allow this. Ask an owner or an administrator."],
  SCOPE_MISSING: [
    403,
    "This API key lacks the required scope. An owner can create a key with this scope in the dashboard, under Developers.",
  ],
  IP_NOT_ALLOWED: [
    403,
    "This API key cannot be used from this IP address. Use an address on the key's list, or create another key in the dashboard, under Developers.",
  ],
  ORIGIN_NOT_ALLOWED: [403, "Cross-origin requests are not allowed."],
  PARTNER_SUSPENDED: [403, "This partner account is suspended. Contact support."],
  NOT_FOUND: [404, "Not found. Check the path."],
  METHOD_NOT_ALLOWED: [405, "This method is not allowed for this path."],
  PAYLOAD_TOO_LARGE: [413, "The request body exceeds 64 KiB."],
  UNSUPPORTED_MEDIA_TYPE: [415, "Send the body as Content-Type: application/json."],
  RATE_LIMITED: [429, "Too many requests. Retry after the time given in the Retry-After header."],
  SIGN_IN_LOCKED: [
    429,
    "Too many sign-in attempts. Retry after the time given in the Retry-After header.",
  ],
  SECOND_FACTOR_LOCKED: [
    429,
    "Too many incorrect codes. Retry after the time given in the Retry-After header.",
  ],
  PASSWORD_LOCKED: [
    429,
    "Too many incorrect passwords. Retry after the time given in the Retry-After header.",
  ],
  INTERNAL_ERROR: [
    500,
    "Something went wrong on our side. Quote the request ID when you contact support.",
  ],
  SERVICE_UNAVAILABLE: [
    503,
    // If the connection is lost during the commit, its outcome is unknown.
    "The service is temporarily unavailable. The change may have been made. Retry with the same idempotency key. If the operation takes no key, check the object before retrying.",
  ],

  DUP_USER: [400, "A user with this email already exists."],
  USER_NOT_FOUND: [404, "User not found."],
  USER_NOT_APPROVED: [400, "The user has not completed identity verification."],
  ACTIVE_CARDS_EXIST: [409, "Terminate all cards of the user before deleting the user."],
  KYC_SESSION_NOT_FOUND: [
    404,
    "This verification link is not valid or has expired. Request a new link.",
  ],
  KYC_NOT_OPEN: [400, "This verification is already completed."],

  CARD_CREATION_LIMIT: [
    400,
    "A card was created for this user less than 5 minutes ago. Try again later.",
  ],
  COUNTRY_NOT_SUPPORTED: [400, "Cards are not available to residents of this country."],
  CARDHOLDER_REFUSED: [
    400,
    "The card issuer does not accept the data of this user, so no card was created. Contact support.",
  ],
  CARD_NOT_FOUND: [404, "Card not found."],
  CARD_ALREADY_FROZEN: [400, "The card is already frozen. Unfreeze it to use it."],
  CARD_IS_ACTIVE: [400, "The card is already active."],
  CARD_ALREADY_TERMINATED: [400, "The card is terminated. This is permanent. Create another card."],
  CRYPTO_CARD_FUND_BLOCKED: [
    400,
    "Crypto cards are funded by deposits to their address, not from the wallet.",
  ],
  CARD_DEBIT_LIMIT: [
    429,
    "Too many terminations per minute. Retry after the time given in the Retry-After header.",
  ],
  INSUFFICIENT_FUNDS: [400, "Insufficient card balance. Get Card returns the available balance."],
  TRANSACTION_NOT_FOUND: [404, "Transaction not found."],
  TRANSACTION_NOT_OPEN: [
    400,
    "The status of the transaction does not allow this. Authorized transactions can be settled or reversed. Settled transactions can be refunded.",
  ],
  AMOUNT_ABOVE_TRANSACTION: [
    400,
    "The amount exceeds the remaining amount of the transaction. Omit it to use the full remaining amount.",
  ],

  TRANSACTION_NOT_DISPUTABLE: [
    400,
    "Only a settled purchase or cash withdrawal with an amount left that was not refunded can be disputed.",
  ],
  DISPUTE_TOO_LATE: [400, "A transaction can be disputed for 120 days."],
  DISPUTE_EXISTS: [
    409,
    "The transaction has a dispute. Another one can be opened after a withdrawn or failed dispute.",
  ],
  DISPUTE_NOT_FOUND: [404, "Dispute not found."],
  DISPUTE_ERASED: [
    409,
    "The cardholder was deleted, and with the personal data the explanation of this dispute. Ask the partner to dispute the transaction again.",
  ],
  DISPUTE_NOT_RETRYABLE: [409, "Only a dispute whose submission failed can be submitted again."],
  DISPUTE_PART_UNCLEAR: [
    400,
    "The merchant collected this transaction in parts. Dispute the amount of one part.",
  ],
  EVIDENCE_FILE_NOT_FOUND: [
    404,
    "Evidence file not found. It was removed, belongs to another dispute, or was uploaded more than a day ago.",
  ],
  DISPUTE_NOT_OPEN: [400, "The dispute is already decided."],

  INSUFFICIENT_WALLET_BALANCE: [
    402,
    "Insufficient wallet balance for the amount and its fee. Deposit funds and retry.",
  ],
  INSUFFICIENT_BALANCE: [
    400,
    "Insufficient wallet balance for this withdrawal. Get Balance returns the available balance.",
  ],
  AMOUNT_BELOW_MIN: [400, "The minimum withdrawal is 5 USD."],
  ADDRESS_NOT_ALLOWED: [
    403,
    "Withdrawals of this account go only to saved addresses. An owner can save toAddress in the dashboard, under Withdrawals. It can be used after the waiting time.",
  ],
  PAYOUT_LIMIT_EXCEEDED: [429, "The withdrawal exceeds a payout limit of this account."],
  WITHDRAWAL_NOT_FOUND: [404, "Withdrawal not found."],
  WITHDRAWAL_NOT_CANCELLABLE: [
    400,
    "Only pending withdrawals can be cancelled. Get Withdrawal returns the current status.",
  ],
  WITHDRAWAL_NOT_PENDING: [409, "The withdrawal is no longer pending. Check its status."],
  WITHDRAWAL_PARTNER_SUSPENDED: [
    409,
    "The partner is suspended. Reactivate the partner first, or reject the withdrawal.",
  ],
  WITHDRAWAL_NOT_PAYABLE: [409, "Funds sent to this address would be lost. Reject the withdrawal."],
  WITHDRAWAL_SCREENED: [409, "Held by the sanctions screening. Reject it, or have it released."],
  WITHDRAWAL_PAYMENT_FOUND: [
    409,
    "A payment of this amount to this address was found on the chain after this page was loaded. Reload the page, and approve only if the partner confirmed that this is another payment.",
  ],
  WITHDRAWAL_NOT_SCREENED: [409, "The sanctions screening does not hold this withdrawal."],
  WITHDRAWAL_NOT_APPROVED: [
    409,
    "Only approved withdrawals can be failed. Check the status of the withdrawal.",
  ],
  WITHDRAWAL_SIGNED: [
    409,
    "A transfer is already signed for this withdrawal. It is either sent, or fails automatically when the authorization expires.",
  ],
  APPROVAL_SIGNATURE_NEEDED: [
    409,
    "An amount like this is approved with a passkey. Add one in your account, then approve again.",
  ],
  APPROVAL_SIGNATURE_INVALID: [
    409,
    "The signature of the passkey does not fit this withdrawal. Reload the page and sign again.",
  ],
  WITHDRAWAL_NEEDS_PARTNER: [
    409,
    "A second person of the partner must approve this withdrawal first. You can reject it.",
  ],
  WITHDRAWAL_NOT_WAITING: [409, "This withdrawal does not wait for a second person."],
  SECOND_OWNER_NEEDED: [
    409,
    "You requested this, or made the API key that did. Another owner must approve it.",
  ],
  OWN_APPROVAL_CHANGE_NOT_FOUND: [
    404,
    "No such change waits for a confirmation. It was confirmed or cancelled, or has expired. Reload the page.",
  ],
  SECOND_APPROVER_NEEDED: [
    409,
    "You have already approved this withdrawal. Another administrator must also approve it.",
  ],
  MAIL_NOT_CONFIGURED: [
    409,
    "The service sends no e-mail, and the link of a reset is sent by e-mail alone. Use npm run recover-operator on the server for an administrator, or remove the operator and send a new invitation.",
  ],
  SECOND_ADMINISTRATOR_NEEDED: [409, "A second, independent administrator must confirm this."],
  OWNER_REQUEST_WAITS: [
    409,
    "A request to invite an owner of this partner with another e-mail address waits for a second administrator. Confirm or cancel it first, in the queue or on the partner's page.",
  ],
  ADMIN_REQUEST_NOT_FOUND: [
    404,
    "Request not found. It was confirmed or cancelled, or has expired.",
  ],
  ADMIN_REQUEST_STALE: [
    409,
    "The object was changed after this request was made. Cancel it and make a new request.",
  ],
  DEPOSIT_NOT_FOUND: [
    404,
    "Deposit not found. If it was confirming, the chain may have dropped the transaction.",
  ],
  HELD_DEPOSIT_NOT_FOUND: [404, "Held deposit not found."],
  HELD_DEPOSIT_CREDITED: [409, "The deposit is already credited. It was not credited again."],
  DEPOSIT_NOT_ON_CHAIN: [
    409,
    "A chain reorganization removed the transfer. It can be credited only if it reappears.",
  ],
  ALERT_NOT_FOUND: [404, "Open alert not found. It may have closed automatically."],
  ALERT_CLOSES_BY_ITSELF: [409, "This alert closes automatically when its cause is resolved."],
  POSTING_NOT_FOUND: [404, "Operator posting not found."],
  POSTING_NOT_PENDING: [
    409,
    "The operator posting is no longer pending. Nothing was posted by this request. Check its status.",
  ],
  POSTING_EXPIRED: [
    409,
    "The request has expired, and nothing was posted. Request the posting again if it is still needed.",
  ],
  POSTING_OVERDRAWS: [
    409,
    "An account balance is too low for this posting. Nothing was posted. Reject it and request a smaller amount.",
  ],
  POSTING_EXISTS: [
    409,
    "The same posting is already pending. Have it confirmed, or cancel it first.",
  ],
  POSTING_REQUESTER_GONE: [
    409,
    "The requester of this posting is no longer an administrator. Nothing was posted. Reject it and request it again.",
  ],
  POSTING_NOT_YOURS: [409, "Only the requester can cancel this posting. You can reject it."],
  ADDRESS_NOT_FOUND: [404, "Saved address not found."],
  ADDRESS_EXISTS: [409, "This address or label is already saved."],
  ADDRESS_LIMIT: [409, "At most 200 addresses can be saved. Remove one first."],
  WEBHOOK_EVENT_NOT_FOUND: [404, "Event not found."],
  WEBHOOK_NOT_SET: [400, "No webhook URL is set. Call Set Webhook first."],
  WEBHOOK_PAUSED: [400, "The webhook endpoint is paused. Call Resume Webhook Endpoint first."],

  API_KEY_NOT_FOUND: [404, "API key not found."],
  API_KEY_NOT_ACTIVE: [409, "The API key is already revoked or rotated."],
  PERSON_NOT_FOUND: [404, "Team member not found."],
  PERSON_EXISTS: [409, "An account with this email already exists."],
  LAST_ADMIN: [409, "This is the last admin. Make another operator an admin first."],
  LAST_OWNER: [409, "This is the last owner. Make another member an owner first."],
  INVITATION_LIMIT: [409, "At most 50 invitations can be open. Revoke one first."],
  INVITATION_NOT_FOUND: [
    404,
    "Invitation not found. It was used or revoked, or has expired. Ask for a new one.",
  ],
  PASSWORD_RESET_NOT_FOUND: [
    404,
    "This link is not valid. It was used or replaced, or has expired. Request a new one.",
  ],
  PASSWORD_RESET_OFF: [
    404,
    "This service sends no e-mail. Ask an owner of your company's account, or another administrator, for a new invitation.",
  ],
  SESSION_NOT_FOUND: [404, "Session not found, or already ended."],

  NOTHING_TO_EXPLAIN: [404, "Nothing to explain was found for this ID."],
  REQUEST_NOT_FOUND: [404, "Request not found, or older than requests are kept."],

  FORBIDDEN: [403, "The withdrawal belongs to another partner."],
  AUDIT_ENTRY_NOT_FOUND: [404, "Audit log entry not found."],
  JOURNAL_NOT_FOUND: [404, "Journal not found."],
  JOURNAL_NOT_SEALED: [
    409,
    "The day of this journal has no signed root yet. Repeat the request after the end of the day in UTC.",
  ],
  PARTNER_NOT_FOUND: [404, "Partner not found."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * Every error code of the service, its HTTP status and the text for people. The one place where a code becomes a
 * status. Source: spec: Errors; design 7 for those that the spec leaves open.
 */
export const ERRORS = {
  VALIDATION: [400, "The request has invalid or missing fields."],
  VALIDATION_ERROR: [400, "toAddress must be an address on Base: 0x and 40 hexadecimal digits."],
  DUPLICATE_IDEMPOTENCY_KEY: [400, "Idempotency key has already been used"],
  UNAUTHORIZED: [
    401,
    "The API key is missing, unknown or revoked. Send it as Authorization: Bearer <API_KEY>.",
  ],
  SESSION_REQUIRED: [401, "Sign in first."],
  SECOND_FACTOR_INVALID: [
    401,
    "The code is wrong or too old. Enter the current one from your authenticator.",
  ],
  SECOND_FACTOR_NOT_STARTED: [400, "Start with a new secret, then confirm it with a code."],
  SECOND_FACTOR_REQUIRED: [
    403,
    "The operator's people always sign in with a second factor. Set up another one in its place.",
  ],
  PASSWORD_INVALID: [401, "The password is wrong. Enter the one that you sign in with."],
  ROLE_NOT_ALLOWED: [
    403,
    "Your role does not allow this. Ask somebody whose role does: an owner, or one of the operator's administrators.",
  ],
  SCOPE_MISSING: [
    403,
    "This API key lacks the scope that the operation needs. Use a key that has it: an owner can create one in the dashboard, under Developers.",
  ],
  ORIGIN_NOT_ALLOWED: [403, "The request came from another site and was refused."],
  PARTNER_SUSPENDED: [403, "This partner account is suspended. Contact the operator."],
  NOT_FOUND: [404, "There is nothing at this address."],
  METHOD_NOT_ALLOWED: [405, "This address does not take that method."],
  PAYLOAD_TOO_LARGE: [413, "The body is larger than 64 KiB."],
  UNSUPPORTED_MEDIA_TYPE: [415, "Send the body as Content-Type: application/json."],
  RATE_LIMITED: [429, "Too many requests. Wait as long as Retry-After says."],
  SIGN_IN_LOCKED: [429, "Too many attempts to sign in. Wait as long as Retry-After says."],
  SECOND_FACTOR_LOCKED: [429, "Too many wrong codes. Wait as long as Retry-After says."],
  PASSWORD_LOCKED: [429, "Too many wrong passwords. Wait as long as Retry-After says."],
  INTERNAL_ERROR: [
    500,
    "Something went wrong on our side. Quote the request id when you ask about it.",
  ],
  SERVICE_UNAVAILABLE: [
    503,
    // A connection that is lost while the commit is on its way leaves it unknown.
    "The service cannot answer right now. A change that was asked for may have been made all the same: repeat the request with the same idempotency key; where it takes none, look first at what it was to change.",
  ],

  DUP_USER: [400, "A user with this email exists."],
  USER_NOT_FOUND: [404, "No user of yours has this id."],
  USER_NOT_APPROVED: [400, "The user has not completed identity verification."],
  ACTIVE_CARDS_EXIST: [409, "Terminate every card of the user before deleting the user."],
  KYC_SESSION_NOT_FOUND: [
    404,
    "This verification link is not valid or has expired. Ask for a new one.",
  ],
  KYC_NOT_OPEN: [400, "This verification has been completed already."],

  CARD_CREATION_LIMIT: [
    400,
    "A card was created for this user less than 5 minutes ago. Try again later.",
  ],
  CARD_NOT_FOUND: [404, "No card of yours has this id."],
  CARD_ALREADY_FROZEN: [400, "The card is frozen already. Unfreeze it to use it."],
  CARD_IS_ACTIVE: [400, "The card is active already."],
  CARD_ALREADY_TERMINATED: [
    400,
    "The card is terminated, which is permanent. Create another card.",
  ],
  CRYPTO_CARD_FUND_BLOCKED: [
    400,
    "A crypto card is funded by deposits to its address, not from the wallet.",
  ],
  CARD_DEBIT_LIMIT: [429, "Too many terminations in a minute. Wait as long as Retry-After says."],
  INSUFFICIENT_FUNDS: [
    400,
    "The card's balance is too low. Get Card says what is available: take that or less.",
  ],
  TRANSACTION_NOT_FOUND: [404, "No transaction of yours has this id."],
  TRANSACTION_NOT_OPEN: [
    400,
    "The transaction is not in a state that allows this. One that is authorized can be settled or reversed, one that is settled can be refunded.",
  ],
  AMOUNT_ABOVE_TRANSACTION: [
    400,
    "The amount is larger than what is left of the transaction. Leave it out to take all that is left.",
  ],

  INSUFFICIENT_WALLET_BALANCE: [
    402,
    "The wallet cannot cover the amount and its fee. Deposit more and repeat.",
  ],
  INSUFFICIENT_BALANCE: [
    400,
    "The wallet balance is too low for this withdrawal. Get Balance says what is available: withdraw that or less.",
  ],
  AMOUNT_BELOW_MIN: [400, "The smallest withdrawal is 5 USD."],
  WITHDRAWAL_NOT_FOUND: [404, "There is no withdrawal with this id."],
  WITHDRAWAL_NOT_CANCELLABLE: [
    400,
    "Only a pending withdrawal can be cancelled. Get Withdrawal says how this one stands.",
  ],
  WITHDRAWAL_NOT_PENDING: [
    409,
    "The withdrawal is not pending any more. Look at its state and decide again.",
  ],
  WITHDRAWAL_PARTNER_SUSPENDED: [
    409,
    "The partner is suspended. Resume the partner first, or reject the withdrawal.",
  ],
  WITHDRAWAL_NOT_PAYABLE: [409, "Nobody should be paid at this address. Reject the withdrawal."],
  WITHDRAWAL_NOT_APPROVED: [
    409,
    "Only an approved withdrawal can be given up. Look at its state and decide again.",
  ],
  WITHDRAWAL_SIGNED: [
    409,
    "A transfer is signed for this withdrawal: it is paid, or fails by itself once no block can take it any more.",
  ],
  SECOND_APPROVER_NEEDED: [
    409,
    "You have approved this withdrawal already. Another administrator must approve it too.",
  ],
  SECOND_ADMINISTRATOR_NEEDED: [
    409,
    "A second administrator must confirm this. Ask another one, who is not of your line.",
  ],
  ADMIN_REQUEST_NOT_FOUND: [
    404,
    "There is no open request with this id: it was confirmed, cancelled or has expired.",
  ],
  ADMIN_REQUEST_STALE: [
    409,
    "What the request changes was changed since it was made. Cancel it and ask again.",
  ],
  DEPOSIT_NOT_FOUND: [
    404,
    "No deposit of yours has this id. If it was on its way, its chain may have dropped the transaction.",
  ],
  HELD_DEPOSIT_NOT_FOUND: [404, "There is no held deposit with this id."],
  HELD_DEPOSIT_CREDITED: [409, "The deposit was credited already. Nothing more was credited."],
  DEPOSIT_NOT_ON_CHAIN: [
    409,
    "A reorganisation took the transfer off the chain: there is nothing to credit until it comes back.",
  ],
  ALERT_NOT_FOUND: [404, "There is no open alert with this id. It may have closed by itself."],
  ALERT_CLOSES_BY_ITSELF: [
    409,
    "This alert closes by itself once what it tells of is over. Do what it says.",
  ],
  POSTING_NOT_FOUND: [404, "There is no operator posting with this id."],
  POSTING_NOT_PENDING: [
    409,
    "The operator posting is not pending any more. Nothing was posted by this request: look at its status.",
  ],
  POSTING_EXPIRED: [
    409,
    "The request has expired, and nothing was posted. Request the posting again if it is still needed.",
  ],
  POSTING_OVERDRAWS: [
    409,
    "An account has less than the posting takes from it. Nothing was posted: reject it, and request less.",
  ],
  POSTING_EXISTS: [
    409,
    "The same posting is requested and pending already. Have that one confirmed, or cancel it first.",
  ],
  POSTING_REQUESTER_GONE: [
    409,
    "Who requested this posting is no administrator any more, and nothing was posted. Reject it, and request it anew.",
  ],
  POSTING_NOT_YOURS: [
    409,
    "Somebody else requested this posting. Reject it: only who requested it can cancel it.",
  ],
  ADDRESS_NOT_FOUND: [404, "No saved address of yours has this id."],
  ADDRESS_EXISTS: [409, "This address is saved already, or another one has this label."],
  ADDRESS_LIMIT: [409, "At most 200 addresses can be saved. Remove one first."],
  WEBHOOK_EVENT_NOT_FOUND: [404, "No event of yours has this id."],
  WEBHOOK_NOT_SET: [400, "No webhook URL is set. Call Set Webhook first, then repeat this."],
  WEBHOOK_PAUSED: [
    400,
    "The webhook endpoint is paused, by you or after failures alone. Call Resume Webhook Endpoint, then repeat this.",
  ],

  API_KEY_NOT_FOUND: [404, "No API key of yours has this id."],
  API_KEY_NOT_ACTIVE: [409, "The key has been revoked or rolled already."],
  PERSON_NOT_FOUND: [404, "Nobody of yours has this id."],
  PERSON_EXISTS: [409, "Somebody with this e-mail can sign in already."],
  LAST_ADMIN: [409, "The last admin stays one. Make somebody else an admin first."],
  LAST_OWNER: [409, "This is the only owner. Make somebody else an owner first."],
  INVITATION_NOT_FOUND: [
    404,
    "The invitation was used, has ended or was taken back. Ask for a new one.",
  ],
  SESSION_NOT_FOUND: [404, "No session of yours has this id, or it has ended."],

  NOTHING_TO_EXPLAIN: [404, "No movement of your money has this id."],
  REQUEST_NOT_FOUND: [404, "No request of yours has this id, or it is older than 30 days."],

  FORBIDDEN: [403, "The withdrawal belongs to another partner."],
  AUDIT_ENTRY_NOT_FOUND: [404, "There is no entry of the audit log with this id."],
  JOURNAL_NOT_FOUND: [404, "There is no journal with this id."],
  PARTNER_NOT_FOUND: [404, "There is no partner with this id."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** What is wrong with one field, in the spec's form of validation errors. */
export interface FieldError {
  property: string;
  constraints: Record<string, string>;
}

interface ServiceErrorOptions {
  /** Says more than the code's own text. */
  text?: string;
  /** Joined to `data` beside `error`. */
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * Marks a ServiceError, also one of another copy of this module: the framework loads it into several bundles, and what one
 * of them shares with the others (lib/operations/live/hub.ts) throws its own class. So `instanceof` does not tell.
 */
const BRAND = Symbol.for("partner-wallet.service-error");

/** An answer other than success, by its code. Everything else that is thrown is a fault of ours. */
export class ServiceError extends Error {
  readonly [BRAND] = true;
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    const [status, text] = ERRORS[code];
    this.code = code;
    this.status = status;
    this.text = options.text ?? text;
    this.data = options.data ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Refuses a request for its fields; spec: Errors, validation error. */
export class ValidationError extends ServiceError {
  readonly fields: FieldError[];

  constructor(fields: FieldError[]) {
    super("VALIDATION");
    this.fields = fields;
  }
}

/** Whether what was thrown is an answer, whichever bundle it comes from. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && BRAND in error;
}

/** Whether what was thrown refuses a request for its fields. */
export function isValidationError(error: unknown): error is ValidationError {
  return isServiceError(error) && "fields" in error;
}

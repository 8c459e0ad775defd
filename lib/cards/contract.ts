import { z } from "zod";
import { supportedNetworkSchema } from "@/lib/chain/networks";
import { PASSWORD_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import {
  amountQuery,
  cursorPagination,
  cursorQuery,
  isIdCursor,
  periodQuery,
  timestamp,
  usd,
} from "@/lib/contract/fields";
import { TRANSACTION_SORTS } from "@/lib/db/transaction-sort";
import { currentPassword } from "@/lib/identity/fields";
import { LIST_SORTS } from "@/lib/kernel/page";
import { cardFilters } from "./card-filters";
import { createCardBody } from "./create-card-body";
import { moveAmount, optionalReferenceOf, requiredReferenceOf } from "./fields";
import {
  cardSchema,
  cardSecretsSchema,
  cardSummarySchema,
  cardTransactionSchema,
  exampleCard,
  exampleCardSecrets,
  exampleCardSummary,
  exampleCardTransaction,
  fundingType,
} from "./schema";
import {
  CARD_SWITCHES,
  CARD_TRANSACTION_CATEGORIES,
  CARD_TRANSACTION_STATUSES,
  CARD_TRANSACTION_TYPES,
} from "./states";

const cardParams = z.object({ serviceCardId: z.string() });
const cardId = exampleCardSummary.serviceCardId;
const transactionId = exampleCardTransaction.serviceTransactionId;
const examplePage = { skip: 0, limit: 50, total: 1 };

export const createCardContract = contract({
  id: "createCard",
  method: "POST",
  path: "/api/v1/partner/card",
  tag: "Cards",
  summary: "Create Card",
  scope: "cards",
  description:
    "Creates a virtual card for a KYC-approved user. A float card is funded with `amount` from the wallet. For a crypto card, `amount` is ignored. The card creation fee is charged for both.",
  body: createCardBody,
  data: z.object({
    serviceCardId: z.string(),
    serviceTransactionId: z.string().meta({
      description:
        "The wallet transaction of the initial funding, or of the creation fee for a crypto card. With a creation fee of 0, a crypto card has no wallet transaction and this id refers to none",
    }),
    fundingType,
    depositAddress: z.string().optional().meta({ description: "Crypto cards only" }),
    supportedNetworks: z
      .array(supportedNetworkSchema)
      .optional()
      .meta({ description: "Crypto cards only" }),
  }),
  status: 201,
  audited: ["amount", "fundingType"],
  message: "Card created",
  errors: [
    "USER_NOT_FOUND",
    "USER_NOT_APPROVED",
    "COUNTRY_NOT_SUPPORTED",
    "CARDHOLDER_REFUSED",
    "CARD_CREATION_LIMIT",
    "INSUFFICIENT_WALLET_BALANCE",
  ],
  idempotency: "replay",
  examples: {
    body: { serviceId: exampleCardSummary.serviceId, amount: 100, fundingType: "float" },
    data: { serviceCardId: cardId, serviceTransactionId: transactionId, fundingType: "float" },
  },
});

export const listCardsContract = contract({
  id: "listCards",
  method: "GET",
  path: "/api/v1/partner/card",
  tag: "Cards",
  summary: "List Cards",
  scope: "read",
  description: "Newest first by default.",
  query: z.object({
    ...cursorQuery(isIdCursor("card")),
    ...cardFilters,
    sort: z.enum(LIST_SORTS).optional().meta({ description: "`newest` when left out" }),
  }),
  data: z.object({ cards: z.array(cardSummarySchema), pagination: cursorPagination }),
  message: "Cards",
  errors: [],
  examples: { data: { cards: [exampleCardSummary], pagination: examplePage } },
});

export const getCardContract = contract({
  id: "getCard",
  method: "GET",
  path: "/api/v1/partner/card/{serviceCardId}",
  tag: "Cards",
  summary: "Get Card",
  description:
    "Returns the full card, including number and CVV. No other operation returns them. In a dashboard session they are masked.",
  scope: "card_data",
  params: cardParams,
  data: cardSchema,
  message: "Card",
  errors: ["CARD_NOT_FOUND"],
  examples: { params: { serviceCardId: cardId }, data: exampleCard },
});

export const getCardShortfallContract = contract({
  id: "getCardShortfall",
  method: "GET",
  path: "/api/v1/partner/card/{serviceCardId}/shortfall",
  tag: "Cards",
  summary: "Get the shortfall of a card",
  description:
    "What the card network collected beyond the card's balance. The next money that comes to the card pays it first.",
  audience: "dashboard",
  params: cardParams,
  data: z.object({
    amount: usd.meta({ description: "USD; 0 when nothing is owed" }),
    since: timestamp.optional(),
  }),
  message: "Shortfall",
  errors: ["CARD_NOT_FOUND"],
  examples: {
    params: { serviceCardId: cardId },
    data: { amount: 15, since: "2026-11-21T09:40:00.000Z" },
  },
});

export const revealCardContract = contract({
  id: "revealCard",
  method: "POST",
  path: "/api/v1/partner/card/{serviceCardId}/reveal",
  tag: "Cards",
  summary: "Reveal Card",
  description: "Returns number and CVV to a dashboard user, who confirms the password.",
  audience: "dashboard",
  params: cardParams,
  body: z.object({ password: currentPassword }),
  data: cardSecretsSchema,
  message: "Card revealed",
  errors: ["CARD_NOT_FOUND", ...PASSWORD_ERRORS],
  examples: {
    params: { serviceCardId: cardId },
    body: { password: "correct horse battery staple" },
    data: exampleCardSecrets,
  },
});

export const switchCardStatusContract = contract({
  id: "switchCardStatus",
  method: "PATCH",
  path: "/api/v1/partner/card",
  tag: "Cards",
  summary: "Switch Card Status",
  scope: "cards",
  body: z.object({ serviceCardId: z.string().min(1), status: z.enum(CARD_SWITCHES) }),
  data: z.object({ serviceCardId: z.string(), status: z.enum(["frozen", "active"]) }),
  audited: ["status"],
  message: "Card status changed",
  errors: ["CARD_NOT_FOUND", "CARD_ALREADY_FROZEN", "CARD_IS_ACTIVE", "CARD_ALREADY_TERMINATED"],
  examples: {
    body: { serviceCardId: cardId, status: "freeze" },
    data: { serviceCardId: cardId, status: "frozen" },
  },
});

export const fundCardContract = contract({
  id: "fundCard",
  method: "POST",
  path: "/api/v1/partner/card/fund",
  tag: "Cards",
  summary: "Fund Card",
  scope: "cards",
  description: "Moves money from the wallet to a float card. A funding fee may apply.",
  body: z.object({
    serviceCardId: z.string().min(1),
    amount: moveAmount,
    reference: optionalReferenceOf("Shown in wallet transactions, truncated to 256 characters"),
  }),
  data: z.object({}),
  audited: ["amount", "reference"],
  message: "Card funded",
  errors: [
    "INSUFFICIENT_WALLET_BALANCE",
    "CARD_NOT_FOUND",
    "CRYPTO_CARD_FUND_BLOCKED",
    "CARD_ALREADY_FROZEN",
    "CARD_ALREADY_TERMINATED",
  ],
  idempotency: "refuse",
  examples: { body: { serviceCardId: cardId, amount: 50, reference: "top-up 118" }, data: {} },
});

export const withdrawFromCardContract = contract({
  id: "withdrawFromCard",
  method: "POST",
  path: "/api/v1/partner/card/withdraw",
  tag: "Cards",
  summary: "Withdraw from Card",
  scope: "cards",
  description: "Debits the card. The amount minus the withdrawal fee is credited to the wallet.",
  body: z.object({
    serviceCardId: z.string().min(1),
    amount: moveAmount,
    reference: requiredReferenceOf("Echoed in the wallet.deposit.card-withdrawal event"),
  }),
  data: z.object({ serviceTransactionId: z.string() }),
  audited: ["amount", "reference"],
  message: "Card withdrawal done",
  errors: [
    "INSUFFICIENT_FUNDS",
    "CARD_NOT_FOUND",
    "CARD_ALREADY_FROZEN",
    "CARD_ALREADY_TERMINATED",
  ],
  idempotency: "refuse",
  examples: {
    body: { serviceCardId: cardId, amount: 20, reference: "sweep 2026-11-21" },
    data: { serviceTransactionId: transactionId },
  },
});

const terminateReference = optionalReferenceOf(
  "Echoed in the wallet.deposit.card-withdrawal event. Sent in the query or the body. The query takes precedence",
);

export const terminateCardContract = contract({
  id: "terminateCard",
  method: "DELETE",
  path: "/api/v1/partner/card/terminate/{serviceCardId}",
  tag: "Cards",
  summary: "Terminate Card",
  scope: "cards",
  description: "Permanent. The remaining balance is credited to the wallet. At most 10 per minute.",
  params: cardParams,
  query: z.object({ reference: terminateReference }),
  body: z.object({ reference: terminateReference }),
  bodyOptional: true,
  data: z.object({ serviceCardId: z.string(), liquidationStatus: z.literal("processing") }),
  audited: ["reference"],
  message: "Card terminated",
  errors: ["CARD_NOT_FOUND", "CARD_ALREADY_TERMINATED", "CARD_DEBIT_LIMIT"],
  idempotency: "replay",
  examples: {
    params: { serviceCardId: cardId },
    data: { serviceCardId: cardId, liquidationStatus: "processing" },
  },
});

/** Filters of List Card Transactions. */
export const cardTransactionFilters = {
  serviceCardId: z.string().optional().meta({ description: "Filters by card" }),
  status: z.enum(CARD_TRANSACTION_STATUSES).optional().meta({ description: "Filter" }),
  transactionType: z.enum(CARD_TRANSACTION_TYPES).optional().meta({ description: "Filter" }),
  category: z.enum(CARD_TRANSACTION_CATEGORIES).optional().meta({ description: "Filter" }),
  ...periodQuery,
  ...amountQuery,
};

export const listCardTransactionsContract = contract({
  id: "listCardTransactions",
  method: "GET",
  path: "/api/v1/partner/card/transactions",
  tag: "Cards",
  summary: "List Card Transactions",
  scope: "read",
  description: "Newest first by default.",
  query: z.object({
    ...cursorQuery(isIdCursor("txn")),
    ...cardTransactionFilters,
    sort: z.enum(TRANSACTION_SORTS).optional().meta({ description: "`newest` when left out" }),
  }),
  data: z.object({ transactions: z.array(cardTransactionSchema), pagination: cursorPagination }),
  message: "Card transactions",
  errors: [],
  examples: { data: { transactions: [exampleCardTransaction], pagination: examplePage } },
});

import type { Mutant } from "./mutants";

const ORDER = "lib/cards/create-card-issuer.test.ts";
const DELIVERY = "lib/cards/issuer-state/deliver-updates.test.ts";
const DATA = "lib/cards/issuer-state/cardholder-data.test.ts";
const NEWEST =
  "a state that changes during its delivery is delivered afterwards, not at the same time";

/** Mistakes in what the service sends the card issuer about cards and cardholders. */
export const ISSUER_MUTANTS: readonly Mutant[] = [
  {
    name: "a card is given up although a repeat of its request was given it",
    edits: [
      {
        file: "prisma/sql/public.give_up_card.sql",
        text: "    RETURN false;\n",
        becomes: "    NULL;\n",
      },
    ],
    noticedBy: { file: ORDER, test: "a card that was stored meanwhile is not given up" },
  },
  {
    name: "a card that was given up becomes a card of ours",
    edits: [
      {
        file: "prisma/sql/public.check_new_card.sql",
        text: "IF NEW.issuer <> 'sandbox' THEN",
        becomes: "IF false THEN",
      },
    ],
    noticedBy: {
      file: ORDER,
      test: "a card that is given up before its commit is replaced by another one",
    },
  },
  {
    name: "the outcome of an older state ends the delivery of the newer one",
    edits: [
      {
        file: "prisma/sql/public.queue_card_status.sql",
        text: "version = u.version + 1",
        becomes: "version = u.version",
      },
    ],
    noticedBy: { file: DELIVERY, test: NEWEST },
  },
  {
    name: "two states of a card on their way to the issuer at the same time",
    edits: [
      {
        file: "lib/cards/issuer-state/sql-store.ts",
        text: "leaseMs: 60_000",
        becomes: "leaseMs: 0",
      },
    ],
    noticedBy: { file: DELIVERY, test: NEWEST },
  },
  {
    name: "the cardholder of a deleted user stays active",
    sql: "DROP TRIGGER a_queue_cardholder_end ON users;",
    noticedBy: {
      file: DELIVERY,
      test: "a deleted user's cardholder is deactivated, also one that is stored after the deletion",
    },
  },
  {
    name: "a birth date that is learned during the creation of the cardholder is lost",
    sql: "DROP TRIGGER queue_cardholder_data ON issuer_cardholders;",
    noticedBy: {
      file: DATA,
      test: "a birth date that is learned while the cardholder is created is not lost",
    },
  },
  {
    name: "a waiting birth date keeps the cardholder of a deleted user active",
    edits: [
      {
        file: "prisma/sql/public.queue_cardholder_end.sql",
        text: "DO UPDATE SET status = excluded.status",
        becomes: "DO UPDATE SET status = u.status",
      },
    ],
    noticedBy: {
      file: DATA,
      test: "the deletion of the user replaces a waiting update, and follows one that was delivered",
    },
  },
  {
    name: "number and CVV of a real issuer's card can be stored",
    sql: "ALTER TABLE cards DROP CONSTRAINT cards_secrets;",
    noticedBy: { file: ORDER, test: "no number and no CVV of a real issuer can be stored" },
  },
];

import type { AlertDefinition } from "./definition";

/** Alerts of cards: card issuers, their messages, disputes and shortfalls. */
export const CARD_ALERTS = {
  card_shortfall: {
    title: "Card shortfall",
    severity: "attention",
    remedy:
      "The next money that comes to the card recovers the amount, and the alert closes. If the partner does not fund the card, or the card is terminated, credit the card by a correction against adjustments under Operator postings. If the partner is to pay, debit its wallet against adjustments by a second correction of the same amount (docs/books.md).",
    closedBy: "service",
    reopens: true,
  },
  dispute_failed: {
    title: "Card issuer refused a dispute",
    severity: "attention",
    remedy: "Ask the partner for what the issuer misses and for a new dispute. Close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  dispute_needs_information: {
    title: "Card issuer needs information about a dispute",
    severity: "attention",
    remedy:
      "Read in Lithic's dashboard what is missing, ask the partner for it, and send it there. The issuer does not go on without it: it can close the case as lost, and the card then loses the credit. The alert closes automatically when the issuer reports another status.",
    closedBy: "service",
    reopens: true,
  },
  dispute_unknown: {
    title: "Dispute that was not opened here",
    severity: "attention",
    remedy:
      "Somebody opened the dispute in the issuer's dashboard, so the card has no credit. Follow it there. When it is won, credit the card by a posting. Close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  dispute_differs: {
    title: "Dispute ended otherwise at the issuer",
    severity: "failed",
    remedy:
      "Compare the dispute with the issuer's dashboard. When the issuer is right, correct the card by a posting, and the account of the network if it paid another amount. Close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  disputes_late: {
    title: "Disputes not submitted or not followed",
    severity: "failed",
    remedy:
      "Check the issuer's status page and our credentials. Retries are automatic. If the issuer refuses to show a submitted dispute, look it up in the issuer's dashboard, and ask the issuer what became of it: the card keeps the provisional credit until its outcome is known here.",
    closedBy: "service",
    reopens: true,
  },
  disputes_detached: {
    title: "Disputes of a former issuer not followed",
    severity: "failed",
    remedy:
      "Set all settings of the former card issuer again, its webhook secrets included, and restart the processes: the disputes are then submitted and followed. The next run of the job closes the alert.",
    closedBy: "service",
    reopens: true,
  },
  issuer_updates_late: {
    title: "Card states not delivered to the issuer",
    severity: "failed",
    remedy:
      "Check the issuer's status page and our credentials. Authorizations of frozen and terminated cards are declined meanwhile. Delivery is retried automatically.",
    closedBy: "service",
    reopens: true,
  },
  issuer_updates_detached: {
    title: "Card states not delivered to a former issuer",
    severity: "failed",
    remedy:
      "Cards that are frozen or terminated here can still be active at the former card issuer. Set all settings of that issuer again, its webhook secrets included, and restart the processes: the states are then delivered. If its programme has ended, have it cancel all cards and cardholders. The next run of the job closes the alert once nothing waits.",
    closedBy: "service",
    reopens: true,
  },
  issuer_cards_differ: {
    title: "Cards differ from the issuer's",
    severity: "failed",
    remedy:
      "Compare each card in the issuer's dashboard with its page here. Cancel cards there that are unknown here, and set the state there that the card has here. The next daily comparison closes the alert. Nothing is compared with an issuer that is no longer attached: have it cancel all cards, then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  cardholders_blocked: {
    title: "Card issuer declines cardholders",
    severity: "attention",
    remedy:
      "Add what the issuer asks for in its dashboard, such as the birth date. The cards of these users are declined until then. The next daily comparison closes the alert. Nothing is compared with an issuer that is no longer attached: close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_update_refused: {
    title: "Card issuer refused a card's state",
    severity: "failed",
    remedy:
      "Find the card or the cardholder in the issuer's dashboard and set there what the alert names, or terminate the card here if it was ended at the issuer. Then close the alert; it closes automatically if a later state is delivered.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_message_unreadable: {
    title: "Message of the card issuer not understood",
    severity: "failed",
    remedy:
      "A request was declined, or an event was not stored, as the text says. Check that the issuer's endpoint belongs to this environment, and whether the issuer has changed its API; update the service. Then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_event_failed: {
    title: "Event of the card issuer not applied",
    severity: "failed",
    remedy:
      "The event is stored and retried every hour for 30 days. If its text names an unknown field or word, update the service. The alert closes automatically when the event is applied. After 30 days, compare the card with the issuer's dashboard, then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_card_unknown: {
    title: "Event about an unknown card",
    severity: "attention",
    remedy:
      "Look the card up at the issuer. If it belongs to another programme in the same account, close the alert. If it should be a card of this service, compare the database with its backup.",
    closedBy: "administrators",
    reopens: false,
  },
  issuer_card_closed: {
    title: "Card closed at the issuer",
    severity: "attention",
    remedy:
      "The card was terminated here, and its balance is in the partner's wallet. Find out from the issuer why the card was closed, and tell the partner. Then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_balance_low: {
    title: "Balance at the card issuer too low",
    severity: "failed",
    remedy:
      "The issuer declined a purchase without asking, because the programme's own balance there is too low. Send money to it at the issuer. Then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_events_lost: {
    title: "Events of the card issuer lost",
    severity: "failed",
    remedy:
      "Events of this period are no longer listed by the issuer. The daily comparison names the captures and refunds of the last 35 days that are missing here; look older ones up in the issuer's reports. Post what is missing under Operator postings, with the issuer's id as the reference, by the same two corrections as for a difference from the issuer. Then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_cardholder: {
    title: "Cardholder blocked at the issuer",
    severity: "attention",
    remedy:
      "The issuer declines the cards of this cardholder until the missing data is provided. Provide it in the issuer's dashboard. The alert closes automatically. Nothing is known of an issuer that is no longer attached: close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  issuer_correction: {
    title: "Correction posted by the issuer",
    severity: "attention",
    remedy:
      "The issuer corrected a transaction and the card was posted accordingly. Check the reason with the issuer, then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  refund_of_other_card: {
    title: "Refund linked to another card's purchase",
    severity: "attention",
    remedy:
      "The refund, or the reversal of one, was posted to the card that the issuer names in it, without the purchase. Ask the issuer which card it belongs to. If it is the card of the purchase, move the amount under Operator postings. Then close the alert.",
    closedBy: "administrators",
    reopens: false,
  },
  transaction_of_other_card: {
    title: "Capture linked to another card's authorization",
    severity: "failed",
    remedy:
      "The message was not posted, and the card network settles it with the service nevertheless. Ask the issuer which card the merchant means. Under Operator postings debit that card against adjustments by a correction with the id of the capture as its reference, and move the amount from adjustments to the network by a correction of the service's accounts. If the card has too little or is terminated, debit the wallet of its partner in its place. Then close the alert. The event is retried every hour for 30 days and does nothing while the transaction is of the other card.",
    closedBy: "administrators",
    reopens: false,
  },
  issuer_difference: {
    title: "Card transactions differ from the issuer's",
    severity: "failed",
    remedy:
      "Compare the listed transactions with the issuer's dashboard. Missed events are fetched automatically. For a capture that stays missing, debit the card against adjustments by a correction under Operator postings, with the listed id as its reference, and move the amount from adjustments to the network by a correction of the service's accounts; for a refund both the other way round. If the card has too little or is terminated, debit the wallet of its partner in its place. What is posted here and was corrected by hand too counts twice: take both corrections back by opposite ones with the same reference. The alert closes with the next reconciliation without a difference. Nothing is compared with an issuer that is no longer attached: post what is missing, then close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
} as const satisfies Record<string, AlertDefinition>;

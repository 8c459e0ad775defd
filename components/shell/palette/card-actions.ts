import type { ApiData } from "@/lib/api/client/types";
import type { Entry } from "./entry";

type Hit = ApiData<"search">["hits"][number];
type CardHit = Extract<Hit, { kind: "card" }>;

interface CardAction {
  /** The dialog of the card's page, as in its address. */
  dialog: string;
  name: string;
  isPossible: (card: CardHit) => boolean;
}

const isActive = ({ status }: CardHit) => status === "active";

const ACTIONS: Record<string, CardAction> = {
  fund: {
    dialog: "fund",
    name: "Fund card",
    isPossible: (card) => isActive(card) && card.fundingType === "float",
  },
  withdraw: { dialog: "withdraw", name: "Withdraw from card", isPossible: isActive },
  terminate: {
    dialog: "terminate",
    name: "Terminate card",
    isPossible: ({ status }) => status !== "terminated",
  },
};

/** "fund 4242", "withdraw from Amara", "terminate card 4242" */
const TYPED = /^(fund|withdraw|terminate)\s+(?:from\s+)?(?:card\s+)?(\S.*)$/i;

/** Returns the action on a card that a text names, and the text that identifies the card. */
export function cardActionOf(text: string): { action: CardAction; card: string } | undefined {
  const [, verb = "", card = ""] = TYPED.exec(text) ?? [];
  const action = ACTIONS[verb.toLowerCase()];
  return action && { action, card };
}

/** Returns the entries that open the dialog of an action, for the cards on which the action is possible. */
export function entriesOfAction(action: CardAction, hits: readonly Hit[]): Entry[] {
  const cards = hits.filter((hit) => hit.kind === "card");
  return cards.filter(action.isPossible).map(({ id, last4, name }) => ({
    href: `/cards/${id}?do=${action.dialog}`,
    name: `${action.name} •••• ${last4}`,
    icon: "card",
    detail: name,
  }));
}

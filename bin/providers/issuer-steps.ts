import { randomUUID } from "node:crypto";
import { isLuhnValid } from "@/lib/cards/issuer/luhn";
import type { Cardholder, CardIssuer, IssuedCard, ListedCard } from "@/lib/cards/issuer/port";
import type { CardStatus } from "@/lib/cards/states";
import { expectEqual } from "./expect-equal.ts";
import { type IssuerTestMode, networkSteps } from "./network-steps.ts";
import { NotPossible, type Step } from "./run-steps.ts";
import { samplePerson } from "./sample-person.ts";

function newCardholder(id: string): Cardholder {
  const { street, city, state, postalCode, countryCode, ...person } = samplePerson(id);
  return {
    ...person,
    address: { street, city, state, postalCode, countryCode },
    birthDate: "1990-04-15",
    terms: { acceptedAt: new Date(), ipAddress: "203.0.113.7" },
  };
}

async function find(issuer: CardIssuer, id: string): Promise<ListedCard | undefined> {
  for await (const card of issuer.listCards()) if (card.issuerCardId === id) return card;
  return undefined;
}

/** A cardholder and a card of one check. */
function newVisit(issuer: CardIssuer) {
  const id = randomUUID();
  const visit = {
    id,
    cardholder: newCardholder(id),
    cardholderId: undefined as string | undefined,
    issued: undefined as IssuedCard | undefined,
    card(): IssuedCard {
      if (!visit.issued) throw new Error("no card was issued");
      return visit.issued;
    },
    issue(cardId: string): Promise<IssuedCard> {
      const { cardholder, cardholderId = "" } = visit;
      return issuer.issueCard({ requestKey: id, cardId, cardholder, cardholderId, at: new Date() });
    },
    setStatus: (status: CardStatus) => issuer.setCardStatus(visit.card().issuerCardId, status),
  };
  return visit;
}

type Visit = ReturnType<typeof newVisit>;

function createSteps(issuer: CardIssuer, visit: Visit): Step[] {
  const { id, cardholder } = visit;
  const create = () => issuer.createCardholder(cardholder);
  return [
    {
      name: "creates a cardholder",
      run: async () => {
        visit.cardholderId = await create();
      },
    },
    {
      name: "finds the cardholder again",
      run: async () => expectEqual(await create(), visit.cardholderId, "the cardholder"),
    },
    {
      name: "updates the cardholder's birth date",
      run: () => issuer.updateCardholder(visit.cardholderId ?? "", cardholder),
    },
    {
      name: "issues a card",
      run: async () => {
        visit.issued = await visit.issue(`card-${id}`);
      },
    },
    {
      name: "issues no second card for a retried request",
      run: async () => {
        const { issuerCardId } = await visit.issue(`card-again-${id}`);
        expectEqual(issuerCardId, visit.card().issuerCardId, "the card");
      },
    },
  ];
}

function changeSteps(issuer: CardIssuer, { card, setStatus }: Visit): Step[] {
  return [
    {
      name: "reveals number and CVV",
      run: async () => {
        const { number, cvv, expiry } = await issuer.revealCard(card().issuerCardId);
        if (!isLuhnValid(number) || !/^\d{3,4}$/.test(cvv)) throw new Error("they are malformed");
        // The number itself must not reach a terminal.
        if (!number.startsWith(card().first6) || !number.endsWith(card().last4))
          throw new Error("the number is another card's");
        expectEqual(expiry, card().expiry, "the expiry");
      },
    },
    ...(["frozen", "active"] as const).map((status) => ({
      name: `sets the card ${status}, and lists it so`,
      run: async () => {
        await setStatus(status);
        const listed = await find(issuer, card().issuerCardId);
        expectEqual(listed?.status, status, "the listed status");
      },
    })),
  ];
}

function cleanupSteps(issuer: CardIssuer, visit: Visit): Step[] {
  return [
    {
      name: "terminates the card, also a second time",
      isCleanup: true,
      run: async () => {
        if (!visit.issued) throw new NotPossible("there is no card");
        await visit.setStatus("terminated");
        await visit.setStatus("terminated");
      },
    },
    {
      name: "ends the cardholder",
      isCleanup: true,
      run: async () => {
        if (visit.cardholderId === undefined) throw new NotPossible("there is no cardholder");
        await issuer.deactivateCardholder(visit.cardholderId);
      },
    },
  ];
}

/**
 * The requests of the service to a card issuer, with a cardholder and a card that are ended afterwards, and the
 * messages of the issuer's network in its test mode.
 */
export function issuerSteps(issuer: CardIssuer, testMode: IssuerTestMode): Step[] {
  const visit = newVisit(issuer);
  return [
    ...createSteps(issuer, visit),
    ...changeSteps(issuer, visit),
    ...networkSteps(issuer, testMode, () => visit.card().issuerCardId),
    ...cleanupSteps(issuer, visit),
  ];
}

import type { CardIssuer } from "../port";
import { refuseCountryOutside } from "../refuse-country";
import { lithicClient } from "./call";
import {
  cardholderReference,
  closeAccount,
  createCardholder,
  isLithicCountry,
  listCardholders,
} from "./cardholders";
import { issueCard, listCards, revealCard, setCardStatus } from "./cards";
import { lithicDisputes } from "./disputes";
import type { LithicSettings } from "./settings";

/** Lithic as the card issuer. Persons are enrolled without an identity check of its own (KYC_EXEMPT). */
export function lithicIssuer(
  settings: LithicSettings,
  { timeoutMs }: { timeoutMs?: number } = {},
): CardIssuer {
  const client = lithicClient(settings, timeoutMs);
  return {
    name: "lithic",
    refuseCountry: (countryCode) =>
      refuseCountryOutside(settings.countries.filter(isLithicCountry), countryCode),
    cardholderReference,
    createCardholder: (cardholder) => createCardholder(client, settings, cardholder),
    // Persons are enrolled without a birth date, which the workflow KYC_EXEMPT has no field for.
    updateCardholder: async () => {},
    deactivateCardholder: (cardholderId) => closeAccount(client, cardholderId),
    issueCard: (request) => issueCard(client, settings, request),
    setCardStatus: (issuerCardId, status) => setCardStatus(client, issuerCardId, status),
    revealCard: (issuerCardId) => revealCard(client, issuerCardId),
    listCards: () => listCards(client),
    listCardholders: () => listCardholders(client),
    disputes: lithicDisputes(client),
  };
}

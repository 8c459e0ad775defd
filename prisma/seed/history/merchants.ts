/** A kind of shop: its category code, what a purchase costs, and how its purchases end. */
export interface MerchantKind {
  /** ISO 18245 */
  categoryCode: string;
  /** How often purchases are of this kind. */
  share: number;
  minUsd: number;
  maxUsd: number;
  entryMode: "online" | "chip" | "contactless";
  /** Part of the purchases that are authorized first and captured days later. */
  capturedLater: number;
  /** A merchant that charges from home has a fixed country; the others are where the cardholder is. */
  merchants: readonly { name: string; country?: string; city?: string }[];
}

const there = (names: string) => names.split(", ").map((name) => ({ name }));
const at = (place: string, names: string) => {
  const [country = "", city = ""] = place.split(" ", 2);
  return names.split(", ").map((name) => ({ name, country, city: city.replaceAll("_", " ") }));
};

export const MERCHANT_KINDS: readonly MerchantKind[] = [
  {
    categoryCode: "4511",
    share: 7,
    minUsd: 84,
    maxUsd: 460,
    entryMode: "online",
    capturedLater: 0.5,
    merchants: [
      ...at("DE Frankfurt", "Lufthansa"),
      ...at("GB London", "British Airways"),
      ...at("US Atlanta", "Delta Air Lines"),
      ...at("US Dallas", "American Airlines"),
      ...at("IE Dublin", "Ryanair"),
      ...at("SG Singapore", "Singapore Airlines"),
      ...at("AE Dubai", "Emirates"),
      ...at("KE Nairobi", "Kenya Airways"),
      ...at("BR São_Paulo", "LATAM Airlines"),
    ],
  },
  {
    categoryCode: "7011",
    share: 9,
    minUsd: 62,
    maxUsd: 340,
    entryMode: "chip",
    capturedLater: 0.85,
    merchants: there(
      "Ibis, Novotel, Hilton Garden Inn, Radisson Blu, Marriott, Holiday Inn Express, Motel One, Mercure",
    ),
  },
  {
    categoryCode: "4121",
    share: 15,
    minUsd: 6,
    maxUsd: 48,
    entryMode: "online",
    capturedLater: 0.35,
    merchants: [
      ...at("US San_Francisco", "Uber, Lyft"),
      ...at("EE Tallinn", "Bolt"),
      ...there("City Taxi, Airport Cabs"),
    ],
  },
  {
    categoryCode: "5812",
    share: 17,
    minUsd: 9,
    maxUsd: 92,
    entryMode: "contactless",
    capturedLater: 0.3,
    merchants: there(
      "Trattoria Sole, Blue Door Bistro, Nando's, Wagamama, The Harbour Kitchen, Café Central, Spice Route, Noodle House",
    ),
  },
  {
    categoryCode: "5814",
    share: 12,
    minUsd: 3,
    maxUsd: 18,
    entryMode: "contactless",
    capturedLater: 0.05,
    merchants: there(
      "Starbucks, Pret A Manger, Costa Coffee, Blue Bottle Coffee, McDonald's, Subway",
    ),
  },
  {
    categoryCode: "4112",
    share: 7,
    minUsd: 11,
    maxUsd: 138,
    entryMode: "online",
    capturedLater: 0.1,
    merchants: [
      ...at("DE Berlin", "Deutsche Bahn"),
      ...at("FR Paris", "SNCF Connect"),
      ...at("GB London", "Trainline"),
      ...at("IT Roma", "Trenitalia"),
      ...at("US Washington", "Amtrak"),
    ],
  },
  {
    categoryCode: "5734",
    share: 9,
    minUsd: 8,
    maxUsd: 120,
    entryMode: "online",
    capturedLater: 0.05,
    merchants: [
      ...at("US San_Francisco", "GitHub, Figma, Notion Labs, Slack"),
      ...at("US Seattle", "Amazon Web Services"),
      ...at("IE Dublin", "Google Workspace, Zoom"),
    ],
  },
  {
    categoryCode: "5411",
    share: 9,
    minUsd: 7,
    maxUsd: 84,
    entryMode: "contactless",
    capturedLater: 0.05,
    merchants: there("Carrefour, Lidl, Spar, Fresh Market, Aldi, Corner Grocery"),
  },
  {
    categoryCode: "5541",
    share: 5,
    minUsd: 24,
    maxUsd: 96,
    entryMode: "chip",
    capturedLater: 0.75,
    merchants: there("Shell, TotalEnergies, BP"),
  },
  {
    categoryCode: "7512",
    share: 3,
    minUsd: 70,
    maxUsd: 320,
    entryMode: "chip",
    capturedLater: 0.9,
    merchants: there("Sixt, Hertz, Europcar, Avis"),
  },
  {
    categoryCode: "5942",
    share: 4,
    minUsd: 6,
    maxUsd: 64,
    entryMode: "chip",
    capturedLater: 0.05,
    merchants: there("Relay, WHSmith, Station Books"),
  },
  {
    categoryCode: "5732",
    share: 3,
    minUsd: 29,
    maxUsd: 420,
    entryMode: "chip",
    capturedLater: 0.15,
    merchants: [...there("MediaMarkt, Apple Store"), ...at("US Seattle", "Amazon")],
  },
];

/** Why a card network declines before the service is asked. */
export const NETWORK_DECLINES = [
  "incorrect PIN",
  "incorrect CVV",
  "merchant category blocked",
  "daily limit exceeded",
  "suspected fraud",
  "expiry date does not match",
] as const;

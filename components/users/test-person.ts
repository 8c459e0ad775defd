import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import type { UserValues } from "./create-user-values";

interface Place {
  countryCode: string;
  city: string;
  region: string;
  postalCode: string;
  street: string;
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** A number of this country; zeros become random digits. */
  phoneNumber: string;
}

const PLACES: readonly Place[] = [
  {
    countryCode: "NG",
    city: "Lagos",
    region: "Lagos",
    postalCode: "101241",
    street: "Marina Road",
    firstNames: ["Ngozi", "Chinedu", "Amara"],
    lastNames: ["Okonkwo", "Adeyemi", "Balogun"],
    phoneNumber: "+2348030000000",
  },
  {
    countryCode: "DE",
    city: "Hamburg",
    region: "Hamburg",
    postalCode: "20459",
    street: "Ditmar-Koel-Straße",
    firstNames: ["Jonas", "Katharina", "Jürgen"],
    lastNames: ["Weber", "Schröder", "Brandt"],
    phoneNumber: "+4915100000000",
  },
  {
    countryCode: "BR",
    city: "São Paulo",
    region: "SP",
    postalCode: "01310-100",
    street: "Avenida Paulista",
    firstNames: ["Beatriz", "João", "Thiago"],
    lastNames: ["Souza", "Araújo", "Ferreira"],
    phoneNumber: "+5511900000000",
  },
  {
    countryCode: "VN",
    city: "Đà Nẵng",
    region: "Đà Nẵng",
    postalCode: "550000",
    street: "Bạch Đằng",
    firstNames: ["Linh", "Minh", "Hương"],
    lastNames: ["Nguyễn", "Trần", "Phạm"],
    phoneNumber: "+84900000000",
  },
  {
    countryCode: "US",
    city: "Portland",
    region: "OR",
    postalCode: "97209",
    street: "NW Everett Street",
    firstNames: ["Maya", "Elijah", "Grace"],
    lastNames: ["Coleman", "Ramirez", "Novak"],
    phoneNumber: "+15035550000",
  },
  {
    countryCode: "PL",
    city: "Kraków",
    region: "Małopolskie",
    postalCode: "31-016",
    street: "Sławkowska",
    firstNames: ["Zofia", "Łukasz", "Agnieszka"],
    lastNames: ["Nowak", "Wiśniewska", "Zając"],
    phoneNumber: "+48500000000",
  },
  {
    countryCode: "KE",
    city: "Nairobi",
    region: "Nairobi County",
    postalCode: "00100",
    street: "Kenyatta Avenue",
    firstNames: ["Wanjiru", "Otieno", "Achieng"],
    lastNames: ["Kamau", "Odhiambo", "Mutua"],
    phoneNumber: "+254700000000",
  },
];

const PURPOSES = ["Business travel", "Online subscriptions", "Contractor expenses", "Advertising"];

/** The end of a last name that selects the outcome in the sandbox. Source: spec: Create User. */
const ENDINGS: Record<KycOutcome, string> = {
  approved: "Approved",
  denied: "Denied",
  needsVerification: "needsVerification",
};

/** An address of a range that is reserved for documentation, where the person's own is unknown. */
const SAMPLE_IP = "203.0.113.24";

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

interface Options {
  /** The outcome of the person's verification. */
  outcome: KycOutcome;
  ipAddress: string | undefined;
  /** Returns a number from 0 up to, but not including, 1. */
  random?: () => number;
}

/** The last digits of a phone number, which are random. */
const RANDOM_DIGITS = 6;

/** Returns the fields of a believable person for a test, with an email that is most likely not in use. */
export function testPerson({ outcome, ipAddress, random = Math.random }: Options) {
  const numberBelow = (end: number) => Math.floor(random() * end);
  function oneOf<Each>(all: readonly [Each, ...Each[]] | readonly Each[]): Each {
    return all[numberBelow(all.length)] as Each;
  }
  const { street, firstNames, lastNames, phoneNumber, ...place } = oneOf(PLACES);
  const [firstName, lastName] = [oneOf(firstNames), oneOf(lastNames)];
  const unique = 10_000 + numberBelow(90_000);
  return {
    ...place,
    firstName,
    lastName: `${lastName}${ENDINGS[outcome]}`,
    email: `${plain(firstName)}.${plain(lastName)}.${unique}@example.com`,
    phoneNumber: `${phoneNumber.slice(0, -RANDOM_DIGITS)}${10 ** (RANDOM_DIGITS - 1) + numberBelow(9 * 10 ** (RANDOM_DIGITS - 1))}`,
    address: `${1 + numberBelow(180)} ${street}`,
    accountPurpose: oneOf(PURPOSES),
    ipAddress: ipAddress ?? SAMPLE_IP,
    isTermsOfServiceAccepted: true,
  } satisfies Partial<UserValues>;
}

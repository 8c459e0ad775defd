import type Lithic from "lithic";
import { isProviderRefused, ProviderRefused } from "@/lib/kernel/provider-error";
import type { Cardholder, ListedCardholder } from "../port";
import { callLithic, unusableAnswer } from "./call";
import { regionCodeOf } from "./region-codes";
import type { LithicSettings } from "./settings";
import { stableUuid } from "./stable-uuid";

/** Lithic's countries, ISO 3166-1 alpha-3, by alpha-2. It enrols persons of no other country. */
const COUNTRIES: Record<string, string> = { US: "USA", CA: "CAN" };

export const isLithicCountry = (countryCode: string): boolean => countryCode in COUNTRIES;

type Holder = Pick<Lithic.AccountHolder, "account_token" | "status">;

export const cardholderReference = (userId: string): string => stableUuid("cardholder", userId);

/** Lithic names the person by the account: cards are issued for it. */
function accountOf({ account_token, status }: Holder): string {
  const operation = "createCardholder";
  if (status === "REJECTED")
    throw new ProviderRefused({ provider: "lithic", operation, code: status });
  if (account_token === undefined) throw unusableAnswer(operation);
  return account_token;
}

function newHolder({ exemption }: LithicSettings, cardholder: Cardholder, externalId: string) {
  const { firstName, lastName, email, phoneNumber, address } = cardholder;
  return {
    workflow: "KYC_EXEMPT" as const,
    kyc_exemption_type: exemption.type,
    ...(exemption.type === "AUTHORIZED_USER"
      ? { business_account_token: exemption.businessAccountToken }
      : {}),
    first_name: firstName,
    last_name: lastName,
    email,
    phone_number: phoneNumber,
    external_id: externalId,
    address: {
      address1: address.street,
      city: address.city,
      state: regionCodeOf(address.countryCode, address.state),
      postal_code: address.postalCode,
      country: COUNTRIES[address.countryCode] ?? address.countryCode,
    },
  };
}

/**
 * Enrols a person whose identity was checked elsewhere, and returns the token of the account. Lithic has no idempotency
 * key for this, so a holder with the user's external id is looked for first.
 */
export async function createCardholder(
  client: Lithic,
  settings: LithicSettings,
  cardholder: Cardholder,
): Promise<string> {
  const externalId = cardholderReference(cardholder.userId);
  const known = await callLithic("findCardholder", () =>
    client.accountHolders.list({ external_id: externalId }),
  );
  const found = known.data.find(({ external_id }) => external_id === externalId);
  if (found) return accountOf(found);
  const body = newHolder(settings, cardholder, externalId);
  return accountOf(
    await callLithic("createCardholder", () =>
      client.accountHolders.create(body, { headers: { "Idempotency-Key": externalId } }),
    ),
  );
}

/** Closes the account for good. A refusal counts as success if the account is closed already. */
export async function closeAccount(client: Lithic, token: string): Promise<void> {
  const change = { state: "CLOSED", substatus: "END_USER_REQUEST" } as const;
  try {
    await callLithic("deactivateCardholder", () => client.accounts.update(token, change));
  } catch (error) {
    if (!isProviderRefused(error)) throw error;
    const account = await callLithic("findAccount", () => client.accounts.retrieve(token));
    if (account.state !== "CLOSED") throw error;
  }
}

const PAGE_SIZE = 100;

/** Lists all persons with an account. The package does not read further pages of this list by itself. */
export async function* listCardholders(client: Lithic): AsyncGenerator<ListedCardholder> {
  for (let after: string | undefined; ; ) {
    const query = { limit: PAGE_SIZE, ...(after === undefined ? {} : { starting_after: after }) };
    const page = await callLithic("listCardholders", () => client.accountHolders.list(query));
    for (const holder of page.data) {
      const { account_token, external_id, status = "ACCEPTED", status_reasons = [] } = holder;
      const obstacle = status === "ACCEPTED" ? null : [status, ...status_reasons].join(" ");
      if (account_token !== undefined)
        yield { cardholderId: account_token, reference: external_id ?? null, obstacle };
    }
    after = page.data.at(-1)?.token;
    if (!page.has_more || after === undefined) return;
  }
}

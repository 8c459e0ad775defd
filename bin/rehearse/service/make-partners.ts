import { randomUUID } from "node:crypto";
import { signInOverHttp } from "@/test/http/sign-in-over-http";
import { partnerApi, send, until } from "./api.ts";
import { type Administrator, newPassword, tokenOf } from "./make-administrator.ts";

/** A partner with money and cards, and the key with which its server calls. */
export interface Partner {
  partnerId: string;
  walletAddress: string;
  apiKey: string;
  cards: string[];
}

/** What each partner begins with. */
export const DEPOSIT_USD = 50_000;
const CARD_USD = 500;
/** No fees: a wallet changes by exactly what the load moves. */
const NO_FEES = {
  ...{ kycFee: 0, cardCreationFee: 0, fundingFee: 0, fundingFeePercent: 0 },
  ...{ cardWithdrawalFee: 0, crossBorderFeePercent: 0 },
};

/** A partner without money, made by the administrator, with its owner and a key that the owner makes. */
export async function makePartner(
  baseUrl: string,
  administrator: Administrator,
  name: string,
): Promise<Omit<Partner, "cards">> {
  const ownerEmail = `${name}@rehearsal.example`;
  type Made = { partnerId: string; walletAddress: string; inviteUrl: string };
  const { partnerId, walletAddress, inviteUrl } = await administrator.call<Made>(
    "/admin/partners",
    { name, ownerEmail, ...NO_FEES, totp: administrator.code() },
  );
  const password = newPassword();
  const invitation = `${baseUrl}/api/invitations/${tokenOf(inviteUrl)}`;
  await send(invitation, { name: "Ines", password }, { origin: baseUrl });
  const owner = await signInOverHttp(baseUrl, { email: ownerEmail, password });
  const { apiKey } = await send<{ apiKey: string }>(
    `${baseUrl}/api/v1/partner/keys`,
    { name: "Load", password },
    { cookie: owner, origin: baseUrl },
  );
  return { partnerId, walletAddress, apiKey };
}

/** Sends money to a partner's wallet on the local chain. Returns the transaction's hash. */
export async function sendDeposit(
  baseUrl: string,
  apiKey: string,
  amount: number,
): Promise<string> {
  const body = { to: "wallet", amount, chain: "base-sepolia", token: "usdc" };
  const api = partnerApi(baseUrl, apiKey);
  return (await api<{ txHash: string }>("/v1/sandbox/deposits", body)).txHash;
}

/** Waits until a deposit of a partner is credited. */
export async function untilCredited(
  baseUrl: string,
  apiKey: string,
  txHash: string,
): Promise<void> {
  const api = partnerApi(baseUrl, apiKey);
  await until("The deposit is credited", async () => {
    type Page = { deposits: { txHash: string; status: string }[] };
    const { deposits } = await api<Page>("/v1/partner/wallet/deposits?limit=20");
    return deposits.find((each) => each.txHash === txHash && each.status === "credited");
  });
}

/** Sends money to a partner's wallet, and returns once it is credited. Returns how long that took. */
export async function deposit(
  baseUrl: string,
  apiKey: string,
  amount: number,
): Promise<{ creditedAfterMs: number }> {
  const startedMs = performance.now();
  await untilCredited(baseUrl, apiKey, await sendDeposit(baseUrl, apiKey, amount));
  return { creditedAfterMs: performance.now() - startedMs };
}

async function makeCard(
  baseUrl: string,
  { partnerId, apiKey }: Pick<Partner, "partnerId" | "apiKey">,
) {
  const api = partnerApi(baseUrl, apiKey);
  const { serviceId } = await api<{ serviceId: string }>("/v2/partner/card/users", {
    ...{ firstName: "Ada", lastName: "LovelaceApproved", phoneNumber: "+442071234567" },
    ...{
      email: `${randomUUID()}@${partnerId.replaceAll("_", "-")}.example`,
      accountPurpose: "Travel",
    },
    ...{ ipAddress: "81.2.69.142", isTermsOfServiceAccepted: true, program: "custodial" },
    ...{ address: "12 St James Square", city: "London", region: "London" },
    ...{ postalCode: "SW1Y 4JH", countryCode: "GB" },
  });
  await until("The user is approved", async () => {
    const { status } = await api<{ status: string }>(`/v1/partner/card/users/${serviceId}`);
    return status === "approved" ? true : undefined;
  });
  const body = { serviceId, amount: CARD_USD };
  const { serviceCardId } = await api<{ serviceCardId: string }>("/v1/partner/card", body);
  return serviceCardId;
}

/** Makes partners by the API as an operator would, each with money from a deposit and with cards. */
export async function makePartners(
  baseUrl: string,
  administrator: Administrator,
  { names, cardsEach }: { names: readonly string[]; cardsEach: number },
): Promise<Partner[]> {
  const made: Omit<Partner, "cards">[] = [];
  for (const name of names) made.push(await makePartner(baseUrl, administrator, name));
  // One after the other, as all come from one faucet.
  for (const { apiKey } of made) await deposit(baseUrl, apiKey, DEPOSIT_USD);
  return Promise.all(
    made.map(async (partner) => {
      const cards = Array.from({ length: cardsEach }, () => makeCard(baseUrl, partner));
      return { ...partner, cards: await Promise.all(cards) };
    }),
  );
}

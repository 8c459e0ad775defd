import { formatUsd, microUsdFromUsd } from "@/lib/kernel/money";
import type { EventType } from "./events";

/** The data of a stored event. Some of it is masked once the user is deleted. */
export type StoredData = Record<string, unknown>;

const KYC_WORDS: Record<string, string> = {
  approved: "approved",
  denied: "denied",
  needsVerification: "needs verification",
};
const WITHDRAWAL_WORDS: Record<string, string> = {
  completed: "completed",
  cancelled: "cancelled",
  rejected: "rejected",
  failed: "failed",
};

const textOf = (data: StoredData, name: string): string => {
  const value = data[name];
  return typeof value === "string" ? value : "";
};

/** The amount as the dashboard shows amounts: `2,950.00 USD`. */
function amountOf({ amount }: StoredData): string | undefined {
  if (typeof amount !== "number") return undefined;
  const [whole = "", minor = ""] = formatUsd(microUsdFromUsd(amount)).split(".");
  return `${BigInt(whole).toLocaleString("en-US")}.${minor} USD`;
}

function titleOf(type: EventType, data: StoredData): string {
  const status = textOf(data, "status");
  switch (type) {
    case "user.kyc-event": {
      const name = `${textOf(data, "firstName")} ${textOf(data, "lastName")}`.trim();
      return `${name || "Deleted user"} ${KYC_WORDS[status] ?? status}`.trim();
    }
    case "card.transaction-event": {
      const title = textOf(data, "description") || "Card transaction";
      return status === "declined" ? `Declined: ${title}` : title;
    }
    case "wallet.deposit.crypto":
      return "Deposit to wallet";
    case "card.deposit.crypto":
      return "Deposit to card";
    case "wallet.deposit.card-withdrawal":
      return textOf(data, "source") === "liquidation" ? "Card liquidation" : "Card withdrawal";
    case "wallet.withdrawal.crypto":
      return `Withdrawal ${WITHDRAWAL_WORDS[status] ?? status}`.trim();
  }
}

/**
 * Names what an event is about, for lists: `Purchase at Deutsche Bahn, 61.30 USD, card •• 4242`.
 * @param last4 the last four digits of the event's card, if the card is known
 */
export function subjectOf(type: EventType, data: StoredData, last4: string | null): string {
  const parts = [
    titleOf(type, data),
    amountOf(data),
    last4 === null ? undefined : `card •• ${last4}`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

import { storableText } from "@/lib/kernel/storable-text";
import type { NetworkDetails } from "../network/message";

type Fact = "networkTransactionId" | "authorizationCode" | "entryMode";

/** Returns the facts of a network that an issuer reports, as texts that can be stored. Empty ones are left out. */
export function knownFacts(
  reported: Partial<Record<Fact, string | null | undefined>>,
): Pick<NetworkDetails, Fact> {
  const texts = Object.entries(reported).map(([name, text]) => [name, storableText(text ?? "")]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

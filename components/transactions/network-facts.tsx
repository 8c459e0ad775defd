import { IdChip } from "@/components/ui/id-chip";
import { capitalised } from "@/components/ui/words";
import type { CardDetail } from "./queries";
import type { Fact } from "./shared-facts";

type Network = CardDetail["network"];

/** `Fast food (5814)`, or the code alone. */
function category({ merchantCategory, merchantCategoryCode }: Network): string | undefined {
  if (merchantCategory === undefined) return merchantCategoryCode;
  return `${merchantCategory} (${merchantCategoryCode})`;
}

/** `1,234.50 EUR`: the decimals are those of the currency. */
function originalAmount({ merchantAmount, merchantCurrency }: Network) {
  if (merchantAmount === undefined || merchantCurrency === "USD") return undefined;
  const [major = "0", minor] = merchantAmount.split(".");
  const grouped = BigInt(major).toLocaleString("en-US");
  return (
    <span className="whitespace-nowrap tabular-nums">
      {grouped}
      <span className="text-quiet">
        {minor !== undefined && `.${minor}`} <span className="text-small">{merchantCurrency}</span>
      </span>
    </span>
  );
}

/** The issuer's word for how the card was read: `magnetic_stripe` to `Magnetic stripe`. */
const readable = (word: string) => capitalised(word.toLowerCase().replaceAll("_", " "));

/** What the card network reported about a transaction. */
export function networkFacts(network: Network): Fact[] {
  const { merchantAmount, merchantCurrency, networkReference, authorizationCode, entryMode } =
    network;
  return [
    ["Merchant category", category(network)],
    ["Original amount", originalAmount(network)],
    [
      "Merchant currency",
      merchantAmount === undefined && merchantCurrency !== "USD" ? merchantCurrency : undefined,
    ],
    ["Entry mode", entryMode && readable(entryMode)],
    [
      "Authorization code",
      authorizationCode && (
        <IdChip key="code" value={authorizationCode} label="the authorization code" />
      ),
    ],
    [
      "Network reference",
      networkReference && (
        <IdChip key="reference" value={networkReference} label="the network reference" />
      ),
    ],
  ];
}

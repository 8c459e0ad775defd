import type { Entry } from "./entry";

/** An address or a hash of a chain, or the beginning of one. */
const ON_CHAIN = /^0x[0-9a-f]{4,64}$/i;
const HASH_DIGITS = 64;

const searched = (list: string, text: string) => `${list}search=${encodeURIComponent(text)}`;

/** Returns the lists that can be searched for a text that names no single object: a merchant, an address, a hash. */
export function listSearches(text: string): Entry[] {
  if (!ON_CHAIN.test(text))
    return [
      {
        href: searched("/transactions?", text),
        name: `Transactions with “${text}”`,
        icon: "lines",
      },
    ];
  const deposits: Entry = {
    href: searched("/wallet?", text),
    name: "Deposits",
    icon: "wallet",
    detail: text,
  };
  const withdrawals: Entry = {
    href: searched("/withdrawals?", text),
    name: "Withdrawals",
    icon: "out",
    detail: text,
  };
  return text.length === HASH_DIGITS + 2 ? [deposits] : [withdrawals, deposits];
}

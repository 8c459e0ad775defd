import type { Span } from "@/components/ui/day-chart/spans";

const place = (parameters: Record<string, string>) =>
  `/transactions?${new URLSearchParams(parameters)}`;

/** The list of the card transactions of a span, filtered. */
export const cardPlace = ({ from, to }: Span, filters: Record<string, string> = {}) =>
  place({ ...filters, from, to });

/** The list of the wallet transactions of a span, filtered. Without `from` the span has no beginning. */
export const walletPlace = (
  { from, to }: Pick<Span, "to"> & Partial<Span>,
  filters: Record<string, string> = {},
) => place({ of: "wallet", ...filters, ...(from !== undefined && { from }), to });

/** The list of the cards that were issued in a span. */
export const issuedPlace = ({ from, to }: Span) => `/cards?${new URLSearchParams({ from, to })}`;

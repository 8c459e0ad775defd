const GROUPED = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

/** An amount in USD for people, with separators of thousands: `1,204.50`, and more decimals only if they are not zero. */
export const groupedUsd = (usd: number): string => GROUPED.format(usd);

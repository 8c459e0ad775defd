import { groupedUsd } from "@/lib/kernel/grouped-usd";
import { classNames } from "./class-names";

interface AmountProps {
  value: number;
  /** The direction of a movement: shown by plus or minus, never by colour alone. */
  direction?: "in" | "out" | undefined;
  currency?: string;
  className?: string | undefined;
}

/** An amount with tabular digits; the minor part and the currency are less prominent. */
export function Amount({ value, direction, currency = "USD", className }: AmountProps) {
  const [major = "0", minor = "00"] = groupedUsd(Math.abs(value)).split(".");
  const isMinus = direction === "out" || (direction === undefined && value < 0);
  const sign = value === 0 ? "" : direction === "in" ? "+" : isMinus ? "−" : "";
  return (
    <span className={classNames("whitespace-nowrap tabular-nums", className)}>
      {sign}
      {major}
      <span className="text-quiet">
        .{minor} <span className="text-small">{currency}</span>
      </span>
    </span>
  );
}

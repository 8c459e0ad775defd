import { CopyButton } from "./copy-button";
import { shorten } from "./shorten";

interface IdChipProps {
  value: string;
  /** Names the id for screen readers: "card id". */
  label: string;
  href?: string;
}

/** An id, hash or address: shortened in the middle, whole on hover and focus, copied by one click. */
export function IdChip({ value, label, href }: IdChipProps) {
  const short = <span aria-hidden="true">{shorten(value)}</span>;
  const whole = <span className="sr-only">{value}</span>;
  return (
    <span className="group/id relative inline-flex items-center gap-0.5 font-mono text-small">
      {href === undefined ? (
        <span>
          {short}
          {whole}
        </span>
      ) : (
        <a href={href} className="text-accent underline underline-offset-4">
          {short}
          {whole}
        </a>
      )}
      <CopyButton text={value} label={label} className="font-sans" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute bottom-full left-0 z-20 hidden w-max max-w-[min(70vw,22rem)] rounded-small border border-line-strong bg-surface px-2 py-1 text-left break-all whitespace-normal group-focus-within/id:block group-hover/id:block [dd_&]:right-0 [dd_&]:left-auto"
      >
        {value}
      </span>
    </span>
  );
}
